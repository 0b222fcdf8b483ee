import { expect } from 'vitest'
import { z } from 'zod'
import { engine } from '../../contract/engine.ts'
import { data, service } from '../../contract/rest/client.ts'

/** A request to a catalog as any reader of Iceberg tables writes it; the answer as text, since its ids are long. */
export async function iceberg(
  method: string,
  path: string,
  body?: unknown,
  token: string | null = engine.serviceRoleKey,
) {
  const response = await fetch(`${engine.url}/storage/v1/iceberg${path}`, {
    method,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text, body: text === '' ? undefined : z.unknown().parse(JSON.parse(text)) }
}

const tableAnswer = z.object({
  'metadata-location': z.string(),
  metadata: z.looseObject({ 'table-uuid': z.string(), location: z.string() }),
})

export const longColumn = { id: 1, name: 'id', type: 'long', required: true }

/** A bucket with the namespace `sales`, and what one does there. */
export async function newCatalog() {
  const bucket = `a-${crypto.randomUUID()}`
  data(await service.storage.analytics.createBucket(bucket))
  const ask = (method: string, path: string, body?: unknown) => iceberg(method, `/v1/${bucket}${path}`, body)
  await ask('POST', '/namespaces', { namespace: ['sales'] })
  const table = async (method: string, name: string, body?: unknown) =>
    tableAnswer.parse((await ask(method, `/namespaces/sales/tables${name}`, body)).body)
  return {
    bucket,
    ask,
    create: (name: string, wishes: object = {}) =>
      table('POST', '', { name, schema: { type: 'struct', fields: [longColumn] }, ...wishes }),
    load: (name: string) => table('GET', `/${name}`),
    commit: (name: string, updates: readonly unknown[], requirements: readonly unknown[] = []) =>
      ask('POST', `/namespaces/sales/tables/${name}`, { requirements, updates }),
  }
}

/** A snapshot as a writer adds one. */
export const snapshot = (id: number, sequence: number, parent?: number) => ({
  'snapshot-id': id,
  ...(parent !== undefined && { 'parent-snapshot-id': parent }),
  'sequence-number': sequence,
  'timestamp-ms': 1_790_000_000_000 + sequence,
  'manifest-list': `s3://somewhere/snap-${id}.avro`,
  summary: { operation: 'append', 'added-records': '3' },
  'schema-id': 0,
})

export const addSnapshot = (id: number, sequence: number, parent?: number) => [
  { action: 'add-snapshot', snapshot: snapshot(id, sequence, parent) },
  { action: 'set-snapshot-ref', 'ref-name': 'main', type: 'branch', 'snapshot-id': id },
]

/** How a catalog says no. */
export const refused = (status: number, type: string, message: unknown = expect.any(String)) => ({
  status,
  body: { error: { message, type, code: status } },
})
