import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { asEngine } from '../http/statements.ts'
import { vectorErrors } from './errors.ts'
import { metadata, metadataFault } from './metadata.ts'
import { toBytes, toFloats, vectorData } from './values.ts'
import { findIndex, unfilterableKeys, type VectorIndex } from './vector-index.ts'

const MOST_VECTORS = 500
/** What the index of the table holds: 1024 characters of most scripts, not of all. */
const MOST_KEY_BYTES = 2600

const vector = z.object({ key: z.string().min(1).max(1024), data: vectorData, metadata: metadata.default({}) })
const body = z.object({
  vectorBucketName: z.string(),
  indexName: z.string(),
  vectors: z.array(vector).min(1).max(MOST_VECTORS),
})

/** Those whose key is there already are replaced, metadata and all. */
export async function putVectors(app: FastifyInstance, request: FastifyRequest) {
  const { vectors, ...address } = readBody(request, body)
  const index = await findIndex(app.database, address)
  if (new Set(vectors.map(({ key }) => key)).size < vectors.length)
    throw vectorErrors.invalid('Request must not contain duplicate keys')
  const rows = vectors.map((vector) => toRow(vector, index))
  await app.database.run(asEngine, {
    // By key, so that two who put the same ones do not wait for each other.
    text: `insert into engine.vectors (index_id, key, data, metadata)
      select $1, key, decode(data, 'base64'), metadata
      from json_to_recordset($2::json) as given (key text, data text, metadata jsonb) order by key collate "C"
      on conflict (index_id, key) do update set data = excluded.data, metadata = excluded.metadata`,
    values: [index.id, JSON.stringify(rows)],
  })
  return undefined
}

function toRow({ key, data, metadata }: z.infer<typeof vector>, index: VectorIndex) {
  const refuse = (detail: string) => vectorErrors.invalidVector(key, detail)
  if (Buffer.byteLength(key) > MOST_KEY_BYTES) throw refuse(`key must have at most ${MOST_KEY_BYTES} bytes`)
  const fault = metadataFault(metadata, unfilterableKeys(index))
  if (fault !== undefined) throw refuse(fault)
  return { key, data: toBytes(toFloats(data.float32, index, refuse)).toString('base64'), metadata }
}
