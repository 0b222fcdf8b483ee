import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { TransactionOptions } from '../../database/database.ts'
import { storageErrors } from '../errors.ts'
import { asCaller, asEngine } from '../http/caller-settings.ts'
import { pathOf, type WithPath } from '../http/object-path.ts'
import { readBody } from '../http/read-body.ts'
import { findObject, objectColumns, type StoredObject } from '../rows/object-rows.ts'
import { removeFiles } from '../rows/remove-files.ts'

/** The list contains exact names, although it is called `prefixes`. */
const body = z.object({ prefixes: z.array(z.string()).min(1).max(1000) })

/** DELETE: removes rows first and then their files, so that no row is ever without its file. */
export async function removeObjects(app: FastifyInstance) {
  /** Removes the files that the caller may see and delete, and silently ignores others. */
  app.delete<{ Params: { bucket: string } }>('/object/:bucket', async (request) => {
    const { prefixes } = readBody(request, body)
    const options = asCaller(request, 'storage.object.delete_many', request.caller)
    return removeObjectsOf(app, options, request.params.bucket, prefixes)
  })

  /** Removes one file, and reports why if it cannot. */
  app.delete<WithPath>('/object/:bucket/*', async (request) => {
    const path = pathOf(request)
    const options = asCaller(request, 'storage.object.delete', request.caller)
    const removed = await removeObjectsOf(app, options, path.bucketId, [path.key])
    if (removed.length === 0) {
      const exists = await findObject(app.database, asEngine, path)
      throw exists ? storageErrors.accessDenied() : storageErrors.noObject()
    }
    return { message: 'Successfully deleted' }
  })
}

/** Deletes the rows that the caller may see and delete, and returns them. */
export async function removeObjectsOf(
  app: FastifyInstance,
  options: TransactionOptions,
  bucketId: string,
  keys: string[],
): Promise<StoredObject[]> {
  const removed = await app.database.run<StoredObject>(options, {
    text: `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${objectColumns}`,
    values: [bucketId, keys],
  })
  await removeFiles(
    app,
    removed.map(({ version }) => version),
  )
  return removed
}
