import { z } from 'zod'
import { icebergErrors } from '../errors.ts'
import { columnsOf, type Schema } from './schema.ts'
import { canTransform, transform } from './transform.ts'
import { withDashes } from './with-dashes.ts'

/** The ids of what rows are parted by begin here; before the first one, the last was this less one. */
export const FIRST_PARTITION_ID = 1000

const partitionField = withDashes(
  z.object({
    'source-id': z.int(),
    'field-id': z.int().min(FIRST_PARTITION_ID).optional(),
    name: z.string().min(1),
    transform,
  }),
)

/** As a client asks for one; the catalog gives it its number, and ids to fields without. */
export const partitionSpec = z.object({ 'spec-id': z.int().optional(), fields: z.array(partitionField) })
export type AskedSpec = z.infer<typeof partitionSpec>

export type PartitionField = { 'source-id': number; 'field-id': number; name: string; transform: string }
export type PartitionSpec = { 'spec-id': number; fields: PartitionField[] }

/** Throws where rows of the schema cannot be parted like this. A field whose column is gone must have become void. */
export function checkSpec({ fields }: AskedSpec, schema: Schema) {
  const columns = columnsOf(schema)
  const topLevel = new Map(schema.fields.map(({ name, id }) => [name, id]))
  const names = new Set<string>()
  for (const { name, transform, 'source-id': source } of fields) {
    if (names.has(name)) throw icebergErrors.badRequest(`Cannot use partition name more than once: ${name}`)
    names.add(name)
    if (transform === 'void') continue
    const column = columns.get(source)
    if (!column)
      throw icebergErrors.badRequest(`Cannot find source column for partition field: ${name}: ${transform}(${source})`)
    if (column.isRepeated || !canTransform(transform, column.type)) {
      throw icebergErrors.badRequest(`Invalid source for partition field ${name}: ${transform}(${column.name})`)
    }
    const namesake = topLevel.get(name)
    if (namesake !== undefined && (transform !== 'identity' || namesake !== source)) {
      throw icebergErrors.badRequest(`Cannot create partition from name that exists in schema: ${name}`)
    }
  }
}

/** Whether both part rows in the same way, so that one need not be added beside the other. */
export const isSameSpec = (a: AskedSpec, b: AskedSpec): boolean => textOf(a) === textOf(b)

const textOf = ({ fields }: AskedSpec) =>
  JSON.stringify(fields.map(({ 'source-id': source, transform, name }) => [source, transform, name]))

/** With an id for each field: the one that the same field has in another spec already, else the next. */
export function withFieldIds(asked: AskedSpec, specId: number, others: readonly PartitionSpec[], lastId: number) {
  const known = others.flatMap(({ fields }) => fields)
  let last = lastId
  const fields = asked.fields.map((field): PartitionField => {
    const same = known.find((other) => other['source-id'] === field['source-id'] && other.transform === field.transform)
    const id = field['field-id'] ?? same?.['field-id'] ?? last + 1
    last = Math.max(last, id)
    return { 'source-id': field['source-id'], 'field-id': id, name: field.name, transform: field.transform }
  })
  const ids = new Set(fields.map((field) => field['field-id']))
  if (ids.size < fields.length) throw icebergErrors.badRequest('Cannot use a partition field id more than once')
  return { spec: { 'spec-id': specId, fields }, lastId: last }
}
