import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createVectorBucket } from './create-bucket.ts'
import { createIndex } from './create-index.ts'
import { deleteVectorBucket } from './delete-bucket.ts'
import { deleteIndex } from './delete-index.ts'
import { deleteVectors } from './delete-vectors.ts'
import { getVectorBucket } from './get-bucket.ts'
import { getIndex } from './get-index.ts'
import { getVectors } from './get-vectors.ts'
import { listVectorBuckets } from './list-buckets.ts'
import { listIndexes } from './list-indexes.ts'
import { listVectors } from './list-vectors.ts'
import { putVectors } from './put-vectors.ts'
import { queryVectors } from './query-vectors.ts'

type Endpoint = (app: FastifyInstance, request: FastifyRequest) => Promise<object | undefined>

/** By the last part of their address, which S3 Vectors has named. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ['CreateVectorBucket', createVectorBucket],
  ['GetVectorBucket', getVectorBucket],
  ['ListVectorBuckets', listVectorBuckets],
  ['DeleteVectorBucket', deleteVectorBucket],
  ['CreateIndex', createIndex],
  ['GetIndex', getIndex],
  ['ListIndexes', listIndexes],
  ['DeleteIndex', deleteIndex],
  ['PutVectors', putVectors],
  ['GetVectors', getVectors],
  ['ListVectors', listVectors],
  ['QueryVectors', queryVectors],
  ['DeleteVectors', deleteVectors],
])
