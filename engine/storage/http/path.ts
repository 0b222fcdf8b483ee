import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { storageErrors } from '../errors.ts'

const LONGEST_KEY = 1024
const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/

/**
 * First segments with a meaning of their own; no bucket's files are reached under such a name
 * (docs/wire/storage.md#routes).
 */
const reserved = new Set(['list', 'list-v2', 'sign', 'public', 'authenticated', 'info', 'upload', 'move', 'copy'])

export type ObjectPath = { bucketId: string; key: string }

const isOfVersion = z.object({ versionId: z.string() })

export type WithPath = { Params: { bucket: string; '*': string } }

/** The bucket and the key of a route that ends in `/:bucket/*`, decoded once; the key may be one that no file can have. */
export function pathOf(request: FastifyRequest<WithPath>): ObjectPath {
  const { bucket, '*': key } = request.params
  if (reserved.has(bucket)) throw storageErrors.unknownRoute(request)
  // Buckets keep no earlier versions, and the file as it is now was not asked for.
  if (isOfVersion.safeParse(request.query).success) throw storageErrors.notEnabled('object versioning')
  // Postgres keeps no text with this character in it.
  if (key.includes('\0') || bucket.includes('\0')) throw storageErrors.invalidKey(key)
  return { bucketId: bucket, key }
}

/** Whether a file may have this key. Bytes are never kept under it, but a key should not look like a way out either. */
export const isValidKey = (key: string): boolean =>
  KEY.test(key) && key.length <= LONGEST_KEY && !/(^|\/)\.{1,2}(\/|$)/.test(key) && !key.startsWith('/')

export function requireValidKey(key: string) {
  if (!isValidKey(key)) throw storageErrors.invalidKey(key)
}
