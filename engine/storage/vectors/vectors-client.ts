import { z } from 'zod'
import { data, service } from '../../contract/rest/client.ts'
import { call } from '../../contract/storage/client.ts'

export const { vectors } = service.storage

export const name = `v-${crypto.randomUUID()}`

export const bucket = vectors.from(name)

/** As no client would send it. */
export const ask = (endpoint: string, body: unknown, init: Parameters<typeof call>[1] = {}) =>
  call(`/vector/${endpoint}`, { method: 'POST', body: JSON.stringify(body), ...init })

export async function newIndex(
  indexName: string,
  dimension: number,
  distanceMetric = 'euclidean',
  unfilterable?: string[],
) {
  const metadataConfiguration = unfilterable && { nonFilterableMetadataKeys: unfilterable }
  data(
    await bucket.createIndex({
      ...{ indexName, dataType: 'float32', dimension, distanceMetric },
      ...(metadataConfiguration && { metadataConfiguration }),
    }),
  )
  return bucket.index(indexName)
}

export async function withIndex(
  args: Parameters<typeof newIndex>,
  test: (index: Awaited<ReturnType<typeof newIndex>>) => Promise<void>,
) {
  const index = await newIndex(...args)
  try {
    await test(index)
  } finally {
    data(await bucket.deleteIndex(args[0]))
  }
}

export const keysOf = ({ vectors }: { vectors: { key: string }[] }) => vectors.map(({ key }) => key)

export type Value = string | number | boolean

export type Field = Record<string, unknown>

export type Metadata = Record<string, Value | Value[]>

/** What a filter means, said once more. */
export function meets(metadata: Metadata, filter: Field): boolean {
  return Object.entries(filter).every(([name, asked]) => {
    const parts = z.array(z.record(z.string(), z.unknown()))
    if (name === '$and') return parts.parse(asked).every((part) => meets(metadata, part))
    if (name === '$or') return parts.parse(asked).some((part) => meets(metadata, part))
    const held = Object.hasOwn(metadata, name) ? metadata[name] : undefined
    const operations = typeof asked === 'object' && asked !== null ? Object.entries(asked) : [['$eq', asked] as const]
    return operations.every(([operator, operand]) => holds(held, operator, operand))
  })
}

export function holds(held: Value | Value[] | undefined, operator: string, operand: unknown): boolean {
  if (operator === '$exists') return operand === (held !== undefined)
  if (held === undefined) return false
  const elements = [held].flat()
  const isOf = (values: unknown[]) => elements.some((element) => values.some((value) => value === element))
  if (operator === '$eq') return isOf([operand])
  if (operator === '$ne') return !isOf([operand])
  if (operator === '$in') return isOf(z.array(z.unknown()).parse(operand))
  if (operator === '$nin') return !isOf(z.array(z.unknown()).parse(operand))
  if (typeof held !== 'number') return false
  const limit = z.number().parse(operand)
  if (operator === '$gt') return held > limit
  if (operator === '$gte') return held >= limit
  if (operator === '$lt') return held < limit
  return held <= limit
}
