import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asCaller } from '../http/statements.ts'
import { icebergErrors } from './errors.ts'

export type OfBucket = { Params: { name: string } }
/** The routes of a catalog: `prefix` is the name of its bucket. */
export type InCatalog = { Params: { prefix: string } }
export type InNamespace = { Params: { prefix: string; namespace: string } }
export type OfTable = { Params: { prefix: string; namespace: string; table: string } }

/** The bucket that a catalog is. Throws `noWarehouse`. */
export async function findCatalog({ database }: FastifyInstance, request: FastifyRequest, name: string) {
  const [catalog] = await database.run<{ id: string }>(
    asCaller(request, 'storage.iceberg.catalog.get', request.caller),
    {
      text: 'select id from storage.buckets_analytics where name = $1',
      values: [name],
    },
  )
  if (!catalog) throw icebergErrors.noWarehouse(name)
  return catalog
}

type Namespace = { id: string; catalog_id: string; metadata: Record<string, string> }

/** Throws `noWarehouse` or `noNamespace`. */
export async function findNamespace({ database }: FastifyInstance, request: FastifyRequest<InNamespace>) {
  const { prefix, namespace } = request.params
  const [found] = await database.run<{ [Key in keyof Namespace]: Namespace[Key] | null }>(
    asCaller(request, 'storage.iceberg.namespace.get', request.caller),
    {
      text: `select n.id, c.id as catalog_id, n.metadata from storage.buckets_analytics c
        left join storage.iceberg_namespaces n on n.catalog_id = c.id and n.name = $2 where c.name = $1`,
      values: [prefix, namespace],
    },
  )
  if (!found?.catalog_id) throw icebergErrors.noWarehouse(prefix)
  if (!found.id) throw icebergErrors.noNamespace(namespace)
  return { id: found.id, catalogId: found.catalog_id, properties: found.metadata ?? {} }
}
