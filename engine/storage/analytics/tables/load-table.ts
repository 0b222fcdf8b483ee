import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readQuery } from '../../http/body.ts'
import type { OfTable } from '../catalog.ts'
import type { TableMetadata } from '../metadata/table-metadata.ts'
import { findTable, tableJson } from './table.ts'

const query = z.object({ snapshots: z.enum(['all', 'refs']).default('all') })

/** GET /:prefix/namespaces/:namespace/tables/:table */
export async function loadTable(app: FastifyInstance, request: FastifyRequest<OfTable>) {
  const { snapshots } = readQuery(request, query)
  const { table } = await findTable(app, request)
  return tableJson(snapshots === 'all' ? table : { ...table, metadata: withNamedSnapshots(table.metadata) })
}

/** HEAD /:prefix/namespaces/:namespace/tables/:table */
export async function tableExists(app: FastifyInstance, request: FastifyRequest<OfTable>, reply: FastifyReply) {
  await findTable(app, request)
  return reply.code(204).send()
}

/** Only those that a branch or a tag names, for readers who want no history. */
function withNamedSnapshots(metadata: TableMetadata): TableMetadata {
  const named = new Set(Object.values(metadata.refs).map((ref) => ref['snapshot-id']))
  return { ...metadata, snapshots: metadata.snapshots.filter((snapshot) => named.has(snapshot['snapshot-id'])) }
}
