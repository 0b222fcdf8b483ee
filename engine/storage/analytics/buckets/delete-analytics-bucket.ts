import type { FastifyInstance, FastifyRequest } from 'fastify'
import { storageErrors } from '../../errors.ts'
import { asCaller } from '../../http/statements.ts'
import type { OfBucket } from '../catalog.ts'
import { isForeignKeyViolation } from '../database-refusals.ts'

/** DELETE /bucket/:name: one without namespaces. */
export async function deleteAnalyticsBucket(app: FastifyInstance, request: FastifyRequest<OfBucket>) {
  const deletion = app.database.run(asCaller(request, 'storage.bucket.delete', request.caller), {
    text: 'delete from storage.buckets_analytics where name = $1 returning name',
    values: [request.params.name],
  })
  const deleted = await deletion.catch((error) => {
    throw isForeignKeyViolation(error) ? storageErrors.bucketNotEmpty() : error
  })
  if (deleted.length === 0) throw storageErrors.noBucket()
  return { message: 'Successfully deleted' }
}
