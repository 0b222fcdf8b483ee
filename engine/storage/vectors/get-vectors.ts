import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { asEngine } from '../http/statements.ts'
import { type StoredVector, vectorJson, wantedColumns, wantedValues } from './stored-vectors.ts'
import { findIndex } from './vector-index.ts'

const body = z.object({
  vectorBucketName: z.string(),
  indexName: z.string(),
  keys: z.array(z.string().min(1).max(1024)).min(1).max(100),
  returnData: z.boolean().default(false),
  returnMetadata: z.boolean().default(false),
})

/** Those of the keys that are there, in the order of their keys. */
export async function getVectors(app: FastifyInstance, request: FastifyRequest) {
  const asked = readBody(request, body)
  const { id } = await findIndex(app.database, asked)
  const vectors = await app.database.run<StoredVector>(asEngine, {
    text: `select ${wantedColumns} from engine.vectors where index_id = $3 and key = any($4) order by key`,
    values: [...wantedValues(asked), id, asked.keys],
  })
  return { vectors: vectors.map(vectorJson) }
}
