import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { asEngine } from '../http/statements.ts'
import { vectorErrors } from './errors.ts'
import { type StoredVector, vectorJson, wantedColumns, wantedValues } from './stored-vectors.ts'
import { batchOf } from './values.ts'
import { findIndex } from './vector-index.ts'
import { pageOf } from './wire.ts'

const MOST_SEGMENTS = 16

const body = z.object({
  vectorBucketName: z.string(),
  indexName: z.string(),
  maxResults: z.number().int().min(1).max(1000).default(500),
  nextToken: z.string().optional(),
  returnData: z.boolean().default(false),
  returnMetadata: z.boolean().default(false),
  segmentCount: z.number().int().min(1).max(MOST_SEGMENTS).optional(),
  segmentIndex: z
    .number()
    .int()
    .min(0)
    .max(MOST_SEGMENTS - 1)
    .optional(),
})

/** All of an index in pages, by key; or one of several segments that are read side by side and are all of it together. */
export async function listVectors(app: FastifyInstance, request: FastifyRequest) {
  const asked = readBody(request, body)
  const segment = segmentOf(asked)
  const index = await findIndex(app.database, asked)
  const size = asked.returnData ? batchOf(index, asked.maxResults) : asked.maxResults
  const rows = await app.database.run<StoredVector>(asEngine, {
    text: `select ${wantedColumns} from engine.vectors
      where index_id = $3 and key > $4 and ($5::int = 1 or mod(abs(hashtext(key)::bigint), $5) = $6)
      order by key limit $7`,
    values: [...wantedValues(asked), index.id, asked.nextToken ?? '', segment.count, segment.index, size + 1],
  })
  const { page, nextToken } = pageOf(rows, size, ({ key }) => key)
  return { vectors: page.map(vectorJson), nextToken }
}

/** Which part of an index is meant; the whole one is the first of one. */
function segmentOf({ segmentCount, segmentIndex }: z.infer<typeof body>): { count: number; index: number } {
  if (segmentCount === undefined && segmentIndex === undefined) return { count: 1, index: 0 }
  if (segmentCount === undefined || segmentIndex === undefined)
    throw vectorErrors.invalid('segmentCount and segmentIndex must be provided together')
  if (segmentIndex >= segmentCount) throw vectorErrors.invalid('segmentIndex must be less than segmentCount')
  return { count: segmentCount, index: segmentIndex }
}
