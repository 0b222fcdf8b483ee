import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireBucket } from '../buckets/bucket-rows.ts'
import { storageErrors } from '../errors.ts'
import { asCaller, asEngine, type Operation } from '../http/caller-settings.ts'
import { callerIfAny } from '../http/identify-caller.ts'
import { pathOf, type WithPath } from '../http/object-path.ts'
import { findObject, type StoredObject } from '../rows/object-rows.ts'

type Request = FastifyRequest<WithPath>

/**
 * The file of a public bucket. Other buckets are reported as missing, because callers without access must not learn
 * what exists.
 */
export async function findPublicObject(app: FastifyInstance, request: Request): Promise<StoredObject> {
  const path = pathOf(request)
  const bucket = await requireBucket(app.database, path.bucketId)
  if (!bucket.public) throw storageErrors.noBucket()
  return required(await findObject(app.database, asEngine, path))
}

/**
 * The file: for everybody where its bucket is public, else for callers who may read its row. Without a valid token a
 * private bucket is reported as missing.
 */
export async function findReadableObject(
  app: FastifyInstance,
  request: Request,
  operation: Operation,
): Promise<{ object: StoredObject; isPublic: boolean }> {
  const path = pathOf(request)
  const caller = await callerIfAny(app, request)
  const bucket = await requireBucket(app.database, path.bucketId)
  if (!bucket.public && !caller) throw storageErrors.noBucket()
  const options = bucket.public || !caller ? asEngine : asCaller(request, operation, caller)
  return {
    object: required(await findObject(app.database, options, path)),
    isPublic: bucket.public,
  }
}

function required(object: StoredObject | undefined): StoredObject {
  if (!object) throw storageErrors.noObject()
  return object
}
