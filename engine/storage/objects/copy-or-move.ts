import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { allowedTypesOf, type Bucket, requireBucket } from '../buckets/bucket-rows.ts'
import { detectType } from '../content/detect-type.ts'
import { isAllowed } from '../content/media-type.ts'
import { storageErrors } from '../errors.ts'
import { requireWithinSizeLimit, uploadSizeLimit } from '../files/upload-size-limit.ts'
import { asCaller, type Operation } from '../http/caller-settings.ts'
import { requireValidKey } from '../http/object-path.ts'
import { findObject, metadataOf, type StoredObject } from '../rows/object-rows.ts'
import { noVersion } from './refuse-versions.ts'

export const transferBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  sourceVersionId: noVersion,
})

/** The source of a move or copy, if the caller may read it, and the target bucket. */
export async function findSourceAndTarget(
  app: FastifyInstance,
  request: FastifyRequest,
  asked: z.infer<typeof transferBody>,
  operation: Operation,
) {
  requireValidKey(asked.destinationKey)
  await requireBucket(app.database, asked.bucketId)
  const bucket = await requireBucket(app.database, asked.destinationBucket ?? asked.bucketId)
  const options = asCaller(request, operation, request.caller)
  const source = await findObject(app.database, options, {
    bucketId: asked.bucketId,
    key: asked.sourceKey,
  })
  if (!source) throw storageErrors.noObject()
  return { source, bucket, options, target: { bucketId: bucket.id, key: asked.destinationKey } }
}

/** The bytes of a stored file, to be stored for another row. */
export type Transfer = { mimetype: string; put(version: string): Promise<void>; discard(): Promise<void> }

/**
 * Checks a file against the target bucket's rules like an upload; otherwise a bucket without limits would be a way
 * around those of another.
 */
export async function prepareTransfer(
  { files: { store, tempFiles }, largestFile, checksContent }: FastifyInstance,
  source: StoredObject,
  bucket: Bucket,
  mimetype = metadataOf(source).mimetype,
): Promise<Transfer> {
  const { size, mimetype: before } = metadataOf(source)
  const limit = uploadSizeLimit(bucket, largestFile)
  requireWithinSizeLimit(size, limit)
  const version = source.version ?? ''
  const allowed = allowedTypesOf(bucket)
  const isKnown = !allowed || (bucket.id === source.bucket_id && mimetype === before)
  if (!isKnown && !isAllowed(mimetype, allowed)) throw storageErrors.invalidType(mimetype)
  if (isKnown || !checksContent) return { mimetype, put: (to) => store.copy(version, to), discard: async () => {} }

  const tempFile = await tempFiles.receive(await store.read(version), limit)
  try {
    const actual = await detectType(tempFile, mimetype, allowed)
    return { mimetype: actual, put: (to) => store.put(to, tempFile.path), discard: tempFile.discard }
  } catch (error) {
    await tempFile.discard()
    throw error
  }
}
