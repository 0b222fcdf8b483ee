import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { asEngine } from '../http/statements.ts'
import { vectorErrors } from './errors.ts'
import { nearest } from './nearest.ts'
import { toFloats, vectorData } from './values.ts'
import { findIndex } from './vector-index.ts'

const MOST_MATCHES = 10_000
const PAGE = 1000

const body = z.object({
  vectorBucketName: z.string(),
  indexName: z.string(),
  queryVector: vectorData,
  topK: z.number().int().min(1).max(MOST_MATCHES),
  /** How many of the matches were on the pages before. */
  nextToken: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
  filter: z.unknown().optional(),
  returnDistance: z.boolean().default(false),
  returnMetadata: z.boolean().default(false),
})

/** The `topK` vectors that are closest to one, in pages of a thousand. */
export async function queryVectors(app: FastifyInstance, request: FastifyRequest) {
  const asked = readBody(request, body)
  const index = await findIndex(app.database, asked)
  const query = toFloats(asked.queryVector.float32, index, (detail) => vectorErrors.invalid(`Query ${detail}`))
  const matches = await nearest(app.database, index, query, asked)
  const start = Number(asked.nextToken ?? 0)
  const page = matches.slice(start, start + PAGE)
  const metadata = asked.returnMetadata ? await metadataOf(app, index.id, page) : undefined
  return {
    vectors: page.map(({ key, distance }) => ({
      key,
      distance: asked.returnDistance ? distance : undefined,
      metadata: metadata && (metadata.get(key) ?? {}),
    })),
    distanceMetric: index.distance_metric,
    nextToken: start + PAGE < matches.length ? String(start + PAGE) : undefined,
  }
}

async function metadataOf(app: FastifyInstance, indexId: string, matches: readonly { key: string }[]) {
  const rows = await app.database.run<{ key: string; metadata: object }>(asEngine, {
    text: 'select key, metadata from engine.vectors where index_id = $1 and key = any($2)',
    values: [indexId, matches.map(({ key }) => key)],
  })
  return new Map(rows.map(({ key, metadata }) => [key, metadata]))
}
