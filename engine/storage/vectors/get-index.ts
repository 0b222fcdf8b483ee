import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { findIndex } from './vector-index.ts'
import { inSeconds } from './wire.ts'

const body = z.object({ vectorBucketName: z.string(), indexName: z.string() })

export async function getIndex(app: FastifyInstance, request: FastifyRequest) {
  const address = readBody(request, body)
  const index = await findIndex(app.database, address)
  return {
    index: {
      ...address,
      dataType: 'float32',
      dimension: index.dimension,
      distanceMetric: index.distance_metric,
      metadataConfiguration: index.metadata_configuration ?? undefined,
      creationTime: inSeconds(index.created_at),
    },
  }
}
