import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileStore } from '../files/file-store.ts'
import { metadataOf, type StoredObject } from '../rows/object.ts'
import { contentHeaders } from './content-headers.ts'
import { isUnchanged, requestedRange } from './preconditions.ts'
import { privately } from './private-caching.ts'

export type Reading = {
  /** Whether everybody may read it, so that caches in between may keep it. */
  isPublic: boolean
  /** A signed address says until when it is good, instead of how long the file may be kept. */
  expires?: Date
  /** What the answer says of its content, where that is not what the file's own type leads to. */
  headers?: (mimetype: string) => Record<string, string>
}

/**
 * Answers with a file: whole, a part of it, or only that it has not changed. HEAD is answered from the row alone
 * (docs/wire/storage.md#downloading).
 */
export async function serveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: FileStore,
  object: StoredObject,
  reading: Reading,
) {
  const { size, eTag, mimetype } = metadataOf(object)
  const lastModified = object.updated_at

  reply.header('accept-ranges', 'bytes')
  if (beginAnswer(request, reply, object, { ...reading, eTag })) return reply.code(304).send()

  const download = downloadName(request, reading.expires !== undefined)
  reply.headers(reading.headers?.(mimetype) ?? contentHeaders(mimetype, download))
  if (request.method === 'HEAD') return reply.header('content-length', size).send()

  const range = requestedRange(request.headers, { size, eTag, lastModified })
  const body = await store.read(object.version ?? '', range)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  return reply.send(body)
}

/** Says of a file what holds for any form of it. Returns whether the caller's copy is still good. */
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
  const caching = isPublic ? cacheControl : privately(cacheControl, expires)
  // The answer to a caller whose copy is out of date may be kept a little longer while the next one is fetched.
  if (caching !== undefined) reply.header('cache-control', isStale ? `${caching}, stale-while-revalidate=30` : caching)
  return isUnchanged(request.headers, { eTag, lastModified })
}

/** The name that `?download=…` asks for; empty for the file's own. */
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
