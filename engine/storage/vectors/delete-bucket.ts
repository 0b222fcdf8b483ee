import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { asEngine } from '../http/statements.ts'
import { vectorErrors } from './errors.ts'

const FOREIGN_KEY_VIOLATION = '23503'

const body = z.object({ vectorBucketName: z.string() })

/** One that is not there is as good as deleted, as on the hosted service. */
export async function deleteVectorBucket(app: FastifyInstance, request: FastifyRequest) {
  const { vectorBucketName: name } = readBody(request, body)
  const deletion = app.database.run(asEngine, {
    text: 'delete from storage.buckets_vectors where id = $1',
    values: [name],
  })
  await deletion.catch((error) => {
    const hasIndexes = error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION
    throw hasIndexes ? vectorErrors.bucketNotEmpty(name) : error
  })
  return undefined
}
