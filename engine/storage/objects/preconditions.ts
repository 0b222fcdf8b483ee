import type { IncomingHttpHeaders } from 'node:http'
import { storageErrors } from '../errors.ts'
import type { ByteRange } from '../files/file-store.ts'

type Validators = { eTag: string | undefined; lastModified: Date }

/** Whether the caller's copy is still good. The tag is compared as it is, and where there is one the date does not count. */
export function isUnchanged(headers: IncomingHttpHeaders, { eTag, lastModified }: Validators): boolean {
  const tag = headers['if-none-match']
  if (tag !== undefined) return tag === eTag
  const since = headers['if-modified-since']
  return since !== undefined && inSeconds(lastModified) <= inSeconds(new Date(since))
}

/**
 * The bytes that the request wants, the end within the file; undefined for all of them. Throws `invalidRange` for
 * several ranges, for nonsense, and for what is not in the file.
 */
export function requestedRange(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  { size, eTag, lastModified }: Validators & { size: number },
): ByteRange | undefined {
  if (range === undefined) return undefined
  // A caller who holds the beginning of another file wants this one whole.
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
