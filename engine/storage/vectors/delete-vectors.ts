import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { asEngine } from '../http/statements.ts'
import { findIndex } from './vector-index.ts'

const body = z.object({
  vectorBucketName: z.string(),
  indexName: z.string(),
  keys: z.array(z.string().min(1).max(1024)).min(1).max(500),
})

/** Keys that are not there are as good as deleted. */
export async function deleteVectors(app: FastifyInstance, request: FastifyRequest) {
  const { keys, ...address } = readBody(request, body)
  const { id } = await findIndex(app.database, address)
  await app.database.run(asEngine, {
    // By key, as they are put, so that nobody waits for somebody who waits for them.
    text: `with asked as (
        select key from engine.vectors where index_id = $1 and key = any($2) order by key for update
      ) delete from engine.vectors using asked where index_id = $1 and vectors.key = asked.key`,
    values: [id, keys],
  })
  return undefined
}
