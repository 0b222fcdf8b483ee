import type { FastifyInstance } from 'fastify'
import { pathOf, type WithPath } from '../http/path.ts'
import { asCaller } from '../http/statements.ts'
import { uploadFile } from './upload-file.ts'

/** POST /object/:bucket/*: a new file, or with `x-upsert: true` a replacement. PUT replaces where there is something. */
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
