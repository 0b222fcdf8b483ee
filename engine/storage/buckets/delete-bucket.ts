import type { FastifyInstance } from 'fastify'
import type { TransactionOptions } from '../../database/database.ts'
import { storageErrors } from '../errors.ts'
import { asCaller, asEngine } from '../http/caller-settings.ts'
import { findBucket } from './bucket-rows.ts'

/** DELETE /bucket/:id: deletes an empty bucket that the caller may see and delete. */
export async function deleteBucket(app: FastifyInstance) {
  app.delete<{ Params: { id: string } }>('/bucket/:id', async (request) => {
    await dropBucket(app, asCaller(request, 'storage.bucket.delete', request.caller), request.params.id)
    return { message: 'Successfully deleted' }
  })
}

export async function dropBucket(app: FastifyInstance, options: TransactionOptions, id: string) {
  await findBucket(app.database, options, id)
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
}
