import { callerRequired, fileBodies, type ResumableFeature, UnfinishedUploads } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { continueUpload } from './continue-upload.ts'
import { createUpload } from './create-upload.ts'
import { endUpload } from './end-upload.ts'
import { tus } from './errors.ts'
import { inspectUpload } from './inspect-upload.ts'
import { renderPlainError } from './plain-text-error.ts'
import { type Receiver, uploadReceiver } from './receive-bytes.ts'
import { tusProtocol } from './tus-headers.ts'
import { bySignature, byToken, type Uploading } from './uploader.ts'

declare module 'fastify' {
  interface FastifyInstance {
    receiver: Receiver
    resumable: UnfinishedUploads
  }
}

export const feature: ResumableFeature = { resumable: () => ({ everybody: resumableUploads }) }

/** Resumable uploads by TUS 1.0.0: everything under /storage/v1/upload/resumable. */
async function resumableUploads(app: FastifyInstance) {
  app.setErrorHandler(renderPlainError)
  app.decorate('resumable', new UnfinishedUploads(app, tus))
  app.decorate('receiver', uploadReceiver(app))
  await app.register(tusProtocol)
  await app.register(fileBodies)

  app.register(uploading, { base: '/upload/resumable/sign', findUploader: bySignature })

  app.register(async function callers(app) {
    await app.register(callerRequired)
    app.register(uploading, { base: '/upload/resumable', findUploader: byToken })
  })
}

async function uploading(app: FastifyInstance, options: Uploading) {
  app.register(createUpload, options)
  app.register(inspectUpload, options)
  app.register(continueUpload, options)
  app.register(endUpload, options)
}
