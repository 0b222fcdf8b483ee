import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findNamespace, type InNamespace } from '../catalog.ts'

/** GET /:prefix/namespaces/:namespace */
export async function loadNamespace(app: FastifyInstance, request: FastifyRequest<InNamespace>) {
  const { properties } = await findNamespace(app, request)
  return { namespace: [request.params.namespace], properties }
}

/** HEAD /:prefix/namespaces/:namespace */
export async function namespaceExists(app: FastifyInstance, request: FastifyRequest<InNamespace>, reply: FastifyReply) {
  await findNamespace(app, request)
  return reply.code(204).send()
}
