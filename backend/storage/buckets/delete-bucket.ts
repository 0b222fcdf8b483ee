import type { FastifyInstance } from 'fastify'
import { storageErrors } from '../errors.ts'
import { asCaller, asEngine } from '../http/statements.ts'

/** DELETE /bucket/:id: an empty bucket that the caller may see and delete. */
export async function deleteBucket(app: FastifyInstance) {
  app.delete<{ Params: { id: string } }>('/bucket/:id', async (request) => {
    const { id } = request.params
    const options = asCaller(request, 'storage.bucket.delete', request.caller)
    const visible = await app.database.run(options, {
      text: 'select from storage.buckets where id = $1',
      values: [id],
    })
    if (visible.length === 0) throw storageErrors.noBucket()
    const files = await app.database.run(asEngine, {
      text: 'select from storage.objects where bucket_id = $1 limit 1',
      values: [id],
    })
    if (files.length > 0) throw storageErrors.bucketNotEmpty()
    const deleted = await app.database.run(options, {
      text: 'delete from storage.buckets where id = $1 returning id',
      values: [id],
    })
    if (deleted.length === 0) throw storageErrors.noBucket()
    return { message: 'Successfully deleted' }
  })
}
