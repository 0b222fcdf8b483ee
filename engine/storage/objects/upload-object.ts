import type { FastifyInstance } from 'fastify'
import { asCaller } from '../http/caller-settings.ts'
import { pathOf, type WithPath } from '../http/object-path.ts'
import { uploadFile } from './upload-file.ts'

/** POST /object/:bucket/*: creates a file, or with `x-upsert: true` replaces one. PUT replaces an existing file. */
export async function uploadObject(app: FastifyInstance) {
  app.post<WithPath>('/object/:bucket/*', async (request) => {
    const upsert = request.headers['x-upsert'] === 'true'
    const options = asCaller(request, 'storage.object.upload', request.caller)
    return uploadFile(app, request, { ...pathOf(request), upsert, options, sub: request.caller.claims.sub })
  })

  app.put<WithPath>('/object/:bucket/*', async (request) => {
    const options = asCaller(request, 'storage.object.upload_update', request.caller)
    return uploadFile(app, request, { ...pathOf(request), upsert: true, options, sub: request.caller.claims.sub })
  })
}
