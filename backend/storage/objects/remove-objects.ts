import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { storageErrors } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { pathOf, type WithPath } from '../http/path.ts'
import { asCaller, asEngine } from '../http/statements.ts'
import { findObject, objectColumns, type StoredObject } from './object.ts'
import { removeFiles } from './remove-files.ts'

/** Exact names, in spite of their name. A client that keeps several versions names them too; here each file has one. */
const body = z.object({
  prefixes: z
    .array(z.union([z.string(), z.object({ path: z.string() }).transform(({ path }) => path)]))
    .min(1)
    .max(1000),
})

/** DELETE: rows first, then their files, so that no row is ever without its file. */
export async function removeObjects(app: FastifyInstance) {
  /** Removes those that the caller may see and delete, and passes over the others without a word. */
  app.delete<{ Params: { bucket: string } }>('/object/:bucket', async (request) => {
    const { prefixes } = readBody(request, body)
    const options = asCaller(request, 'storage.object.delete_many', request.caller)
    const removed = await app.database.run<StoredObject>(options, removal(request.params.bucket, prefixes))
    await removeFiles(
      app,
      removed.map(({ version }) => version),
    )
    return removed
  })

  /** Removes one, and says why if it does not. */
  app.delete<WithPath>('/object/:bucket/*', async (request) => {
    const path = pathOf(request)
    const options = asCaller(request, 'storage.object.delete', request.caller)
    const [removed] = await app.database.run<StoredObject>(options, removal(path.bucketId, [path.key]))
    if (!removed) {
      const exists = await findObject(app.database, asEngine, path)
      throw exists ? storageErrors.accessDenied() : storageErrors.noObject()
    }
    await removeFiles(app, [removed.version])
    return { message: 'Successfully deleted' }
  })
}

const removal = (bucketId: string, keys: string[]) => ({
  text: `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${objectColumns}`,
  values: [bucketId, keys],
})
