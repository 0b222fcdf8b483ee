import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { asEngine } from '../http/statements.ts'
import { inSeconds, pageOf, pageOfNames } from './wire.ts'

const body = z.object({ vectorBucketName: z.string(), ...pageOfNames })

/** Of a bucket that is not there an empty list, as on the hosted service. */
export async function listIndexes(app: FastifyInstance, request: FastifyRequest) {
  const { vectorBucketName, maxResults, nextToken: after, prefix } = readBody(request, body)
  const rows = await app.database.run<{ name: string; created_at: Date }>(asEngine, {
    text: `select name, created_at from storage.vector_indexes
      where bucket_id = $1 and starts_with(name, $2) and name > $3 order by name limit $4`,
    values: [vectorBucketName, prefix ?? '', after ?? '', maxResults + 1],
  })
  const { page, nextToken } = pageOf(rows, maxResults, ({ name }) => name)
  return {
    indexes: page.map((row) => ({
      indexName: row.name,
      vectorBucketName,
      creationTime: inSeconds(row.created_at),
    })),
    nextToken,
  }
}
