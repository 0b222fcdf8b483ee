import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { asEngine } from '../http/statements.ts'
import { vectorErrors } from './errors.ts'

const body = z.object({ vectorBucketName: z.string(), indexName: z.string() })

/** Its vectors go with it. */
export async function deleteIndex(app: FastifyInstance, request: FastifyRequest) {
  const { vectorBucketName, indexName } = readBody(request, body)
  const deleted = await app.database.run(asEngine, {
    text: 'delete from storage.vector_indexes where bucket_id = $1 and name = $2 returning id',
    values: [vectorBucketName, indexName],
  })
  if (deleted.length === 0) throw vectorErrors.notFound(indexName)
  return undefined
}
