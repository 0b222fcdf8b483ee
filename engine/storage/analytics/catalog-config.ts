import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readQuery } from '../http/body.ts'
import { findCatalog } from './catalog.ts'

const query = z.object({ warehouse: z.string() })

/** What readers may ask of this catalog; they refuse the rest themselves. */
const endpoints = [
  'GET /v1/{prefix}/namespaces',
  'POST /v1/{prefix}/namespaces',
  'GET /v1/{prefix}/namespaces/{namespace}',
  'HEAD /v1/{prefix}/namespaces/{namespace}',
  'DELETE /v1/{prefix}/namespaces/{namespace}',
  'GET /v1/{prefix}/namespaces/{namespace}/tables',
  'POST /v1/{prefix}/namespaces/{namespace}/tables',
  'GET /v1/{prefix}/namespaces/{namespace}/tables/{table}',
  'HEAD /v1/{prefix}/namespaces/{namespace}/tables/{table}',
  'POST /v1/{prefix}/namespaces/{namespace}/tables/{table}',
  'DELETE /v1/{prefix}/namespaces/{namespace}/tables/{table}',
]

/** GET /config?warehouse=: the first thing that readers ask, to learn where the catalog of a bucket is. */
export async function catalogConfig(app: FastifyInstance, request: FastifyRequest) {
  const { warehouse: prefix } = readQuery(request, query)
  await findCatalog(app, request, prefix)
  return { defaults: { prefix }, overrides: { prefix }, endpoints }
}
