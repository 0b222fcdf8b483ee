import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { asEngine } from '../http/statements.ts'
import { inSeconds, pageOf, pageOfNames } from './wire.ts'

const body = z.object(pageOfNames)

export async function listVectorBuckets(app: FastifyInstance, request: FastifyRequest) {
  const { maxResults, nextToken: after, prefix } = readBody(request, body)
  const rows = await app.database.run<{ id: string; created_at: Date }>(asEngine, {
    text: `select id, created_at from storage.buckets_vectors
      where starts_with(id, $1) and id collate "C" > $2 order by id collate "C" limit $3`,
    values: [prefix ?? '', after ?? '', maxResults + 1],
  })
  const { page, nextToken } = pageOf(rows, maxResults, ({ id }) => id)
  return {
    vectorBuckets: page.map((row) => ({ vectorBucketName: row.id, creationTime: inSeconds(row.created_at) })),
    nextToken,
  }
}
