import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileStore } from '../files/file-store.ts'
import { metadataOf, type StoredObject } from '../rows/object-rows.ts'
import { contentHeaders } from './content-headers.ts'
import { isUnchanged, requestedRange } from './preconditions.ts'
import { privateCacheControl } from './private-caching.ts'

export type Reading = {
  /** Whether everybody may read the file, so that shared caches may store it. */
  isPublic: boolean
  /** When a signed address expires, which limits caching. */
  expires?: Date
  /** Content headers, where they differ from those of the file's type. */
  headers?: (mimetype: string) => Record<string, string>
}

/**
 * Responds with a file: whole, a range of it, or 304. HEAD is answered from the row alone
 * (docs/wire/storage.md#downloading).
 */
export async function serveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: FileStore,
  object: StoredObject,
  reading: Reading,
) {
  const { size, eTag, mimetype, isOfProject } = metadataOf(object)
  const lastModified = object.updated_at

  reply.header('accept-ranges', 'bytes')
  if (beginAnswer(request, reply, object, { ...reading, eTag })) return reply.code(304).send()

  const download = downloadName(request, reading.expires !== undefined)
  reply.headers(reading.headers?.(mimetype) ?? contentHeaders(mimetype, download, isOfProject))
  if (request.method === 'HEAD') return reply.header('content-length', size).send()

  const range = requestedRange(request.headers, { size, eTag, lastModified })
  const body = await store.read(object.version ?? '', range)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  return reply.send(body)
}

/** Sets the headers common to every form of a file. Returns whether the caller's copy is current. */
export function beginAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  object: StoredObject,
  { isPublic, expires, eTag }: Reading & { eTag: string | undefined },
): boolean {
  const { xRobotsTag = 'none', cacheControl } = metadataOf(object)
  const lastModified = object.updated_at
  reply.headers({ 'last-modified': lastModified.toUTCString(), 'x-robots-tag': xRobotsTag })
  if (eTag !== undefined) reply.header('etag', eTag)
  if (expires) reply.headers({ expires: expires.toUTCString(), 'referrer-policy': 'no-referrer' })
  else if (!isPublic) reply.header('vary', 'Authorization, Origin')
  const isStale = request.headers['if-none-match'] !== undefined && !expires
  const caching = isPublic ? cacheControl : privateCacheControl(cacheControl, expires)
  // A caller with an outdated copy may use it a little longer while fetching the new one.
  if (caching !== undefined) reply.header('cache-control', isStale ? `${caching}, stale-while-revalidate=30` : caching)
  return isUnchanged(request.headers, { eTag, lastModified })
}

/** The name in `?download=…`; empty for the file's own name. */
export function downloadName({ url }: FastifyRequest, isSigned: boolean): string | undefined {
  const name = new URL(url, 'http://file').searchParams.get('download') ?? undefined
  // The client encodes the name in a signed address twice.
  return name !== undefined && isSigned ? decoded(name) : name
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
