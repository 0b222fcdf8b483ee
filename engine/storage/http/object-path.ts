import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { storageErrors } from '../errors.ts'

const MAX_KEY_LENGTH = 1024
const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/

/** First path segments that are routes; a bucket with such a name cannot be addressed (docs/wire/storage.md#routes). */
const reserved = new Set(['list', 'list-v2', 'sign', 'public', 'authenticated', 'info', 'upload', 'move', 'copy'])

export type ObjectPath = { bucketId: string; key: string }

const isOfVersion = z.object({ versionId: z.string() })

export type WithPath = { Params: { bucket: string; '*': string } }

/** The bucket and the key of a route that ends in `/:bucket/*`, decoded once. The key is not validated. */
export function pathOf(request: FastifyRequest<WithPath>): ObjectPath {
  const { bucket, '*': key } = request.params
  if (reserved.has(bucket)) throw storageErrors.unknownRoute(request)
  // Buckets keep no earlier versions, and serving the current file instead would be wrong.
  if (isOfVersion.safeParse(request.query).success) throw storageErrors.notEnabled('object versioning')
  // Text in Postgres cannot contain this character.
  if (key.includes('\0') || bucket.includes('\0')) throw storageErrors.invalidKey(key)
  return { bucketId: bucket, key }
}

/**
 * Whether a key is valid. Files are not stored under their key, but a key should not look like a path that leaves the
 * bucket either.
 */
export const isValidKey = (key: string): boolean =>
  KEY.test(key) && key.length <= MAX_KEY_LENGTH && !/(^|\/)\.{1,2}(\/|$)/.test(key) && !key.startsWith('/')

export function requireValidKey(key: string) {
  if (!isValidKey(key)) throw storageErrors.invalidKey(key)
}
