import type { IncomingHttpHeaders } from 'node:http'
import { storageErrors } from '../errors.ts'
import type { ByteRange } from '../files/file-store.ts'

type Validators = { eTag: string | undefined; lastModified: Date }

/** Whether the caller's cached copy is current. The tag is compared exactly and takes precedence over the date. */
export function isUnchanged(headers: IncomingHttpHeaders, { eTag, lastModified }: Validators): boolean {
  const tag = headers['if-none-match']
  if (tag !== undefined) return tag === eTag
  const since = headers['if-modified-since']
  return since !== undefined && inSeconds(lastModified) <= inSeconds(new Date(since))
}

/**
 * The requested bytes, limited to the file; undefined for the whole file. Throws `invalidRange` for several ranges, an
 * invalid one, or one outside the file.
 */
export function requestedRange(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  { size, eTag, lastModified }: Validators & { size: number },
): ByteRange | undefined {
  if (range === undefined) return undefined
  // If-Range: a caller with a part of another version gets the whole file.
  const isSame =
    ifRange === undefined || ifRange === eTag || inSeconds(new Date(String(ifRange))) === inSeconds(lastModified)
  if (!isSame) return undefined
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (first === '' && last === '') throw storageErrors.invalidRange()
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end) throw storageErrors.invalidRange()
  return { start, end }
}

const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000)
