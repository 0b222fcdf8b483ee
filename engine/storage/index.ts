import type { FastifyInstance } from 'fastify'
import { startFeatures } from '../kernel/feature.ts'
import { createBucket } from './buckets/create-bucket.ts'
import { deleteBucket } from './buckets/delete-bucket.ts'
import { emptyBucket } from './buckets/empty-bucket.ts'
import { purgeCache } from './buckets/purge-cache.ts'
import { readBuckets } from './buckets/read-buckets.ts'
import { updateBucket } from './buckets/update-bucket.ts'
import { storageErrors } from './errors.ts'
import type { StorageFeature } from './feature.ts'
import { storageFeatures } from './features.ts'
import { bearers, callerRequired, serviceRoleOnly } from './http/identify-caller.ts'
import { fileBodies } from './http/leave-body-unread.ts'
import { jsonBodies } from './http/read-body.ts'
import { status } from './http/status.ts'
import { unsupportedEndpoints } from './http/unsupported-endpoints.ts'
import { copyObject } from './objects/copy-object.ts'
import { downloadObject } from './objects/download-object.ts'
import { downloadPublicObject } from './objects/download-public-object.ts'
import { downloadSignedObject } from './objects/download-signed-object.ts'
import { listObjects } from './objects/list-objects.ts'
import { listObjectsV2 } from './objects/list-objects-v2.ts'
import { moveObject } from './objects/move-object.ts'
import { objectInfo } from './objects/object-info.ts'
import { removeObjects } from './objects/remove-objects.ts'
import { signObjects } from './objects/sign-objects.ts'
import { signUpload } from './objects/sign-upload.ts'
import { uploadObject } from './objects/upload-object.ts'
import { uploadToSignedUrl } from './objects/upload-to-signed-url.ts'
import { renderError } from './render-error.ts'
import { storageServices } from './storage-services.ts'
import { sweeping } from './sweep/index.ts'

/** Files in buckets, in the hosted Storage's wire format: everything under /storage/v1. */
export async function storage(
  app: FastifyInstance,
  { features = storageFeatures }: { features?: readonly StorageFeature[] } = {},
) {
  app.setErrorHandler(renderError)
  app.setNotFoundHandler((request) => {
    throw storageErrors.unknownRoute(request)
  })
  await app.register(storageServices)
  app.decorate('storageFeatures', await startFeatures(app, features, app.project.config.storage))
  await app.register(bearers)
  await app.register(jsonBodies)
  await app.register(sweeping)

  // Routes that work without a token: for public buckets, for signed addresses, and with an optional token.
  app.register(status)
  app.register(unsupportedEndpoints)
  app.register(downloadPublicObject)
  app.register(downloadSignedObject)
  app.register(downloadObject)
  app.register(objectInfo)
  app.register(async function uploadsByAddress(app) {
    await app.register(fileBodies)
    app.register(uploadToSignedUrl)
  })
  for (const routes of app.storageFeatures.parts('everybody')) app.register(routes)

  app.register(async function callers(app) {
    await app.register(callerRequired)
    // Responses contain personal data and addresses that open it.
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.register(createBucket)
    app.register(readBuckets)
    app.register(updateBucket)
    app.register(deleteBucket)

    app.register(listObjects)
    app.register(listObjectsV2)
    app.register(moveObject)
    app.register(copyObject)
    app.register(removeObjects)
    app.register(signObjects)
    app.register(signUpload)
    app.register(async function uploads(app) {
      await app.register(fileBodies)
      app.register(uploadObject)
    })
    for (const routes of app.storageFeatures.parts('callers')) app.register(routes)

    app.register(async function projectServers(app) {
      await app.register(serviceRoleOnly)
      app.register(emptyBucket)
      app.register(purgeCache)
      for (const routes of app.storageFeatures.parts('projectServers')) app.register(routes)
    })
  })
}
