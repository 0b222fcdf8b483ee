import { z } from 'zod'
import { icebergErrors } from '../errors.ts'

export type IcebergType = string | StructType | ListType | MapType
type ListType = { type: 'list'; 'element-id': number; element: IcebergType; 'element-required': boolean }
type MapType = {
  type: 'map'
  'key-id': number
  key: IcebergType
  'value-id': number
  value: IcebergType
  'value-required': boolean
}
export type Field = { id: number; name: string; required: boolean; type: IcebergType; doc?: string | undefined }
type StructType = { type: 'struct'; fields: Field[] }

/** The columns of a table; nested ones have ids of their own, and an id never changes what it means. */
export type Schema = StructType & { 'schema-id'?: number | undefined; 'identifier-field-ids'?: number[] | undefined }

/** The types of format version 2. Those with measures may have spaces in them. */
const PRIMITIVE =
  /^(boolean|int|long|float|double|date|time|timestamp|timestamptz|string|uuid|binary|decimal\(\s*\d+\s*,\s*\d+\s*\)|fixed\[\s*\d+\s*\])$/

const primitive = z.string().regex(PRIMITIVE, 'is no type of format version 2')
const type: z.ZodType<IcebergType> = z.lazy(() =>
  z.union([primitive, z.discriminatedUnion('type', [struct, list, map])]),
)
const field = z.object({
  id: z.int(),
  name: z.string().min(1),
  required: z.boolean(),
  type,
  doc: z.string().optional(),
  // Columns with a value for rows that lack it came with the next version of the format.
  'initial-default': z.null().optional(),
  'write-default': z.null().optional(),
})
const plainField = field.transform(({ 'initial-default': _, 'write-default': __, ...plain }): Field => plain)
const struct = z.object({ type: z.literal('struct'), fields: z.array(plainField) })
const list = z.object({
  type: z.literal('list'),
  'element-id': z.int(),
  element: type,
  'element-required': z.boolean(),
})
const map = z.object({
  type: z.literal('map'),
  'key-id': z.int(),
  key: type,
  'value-id': z.int(),
  value: type,
  'value-required': z.boolean(),
})

export const schema = struct.extend({
  'schema-id': z.int().optional(),
  'identifier-field-ids': z.array(z.int()).optional(),
})

/** A column that a schema has somewhere, by its id. */
export type Column = Pick<Field, 'name' | 'type' | 'required'> & {
  /** Whether there is more than one of it in a row, or perhaps none: it is within a list or a map. */
  isRepeated: boolean
}

/** Every column, at any depth. Throws where two have one id, or two of the same struct one name. */
export function columnsOf({ fields }: Schema): Map<number, Column> {
  const columns = new Map<number, Column>()
  visitFields(fields, '', false)
  return columns

  function add(id: number, column: Column) {
    const other = columns.get(id)
    if (other)
      throw icebergErrors.badRequest(`Multiple entries with same key: ${id}=${other.name} and ${id}=${column.name}`)
    columns.set(id, column)
    const { type } = column
    if (typeof type === 'string') return
    if (type.type === 'struct') visitFields(type.fields, `${column.name}.`, column.isRepeated)
    if (type.type === 'list') {
      const { element, 'element-required': required } = type
      add(type['element-id'], { name: `${column.name}.element`, type: element, required, isRepeated: true })
    }
    if (type.type === 'map') {
      const { key, value, 'value-required': required } = type
      add(type['key-id'], { name: `${column.name}.key`, type: key, required: true, isRepeated: true })
      add(type['value-id'], { name: `${column.name}.value`, type: value, required, isRepeated: true })
    }
  }

  function visitFields(siblings: Field[], prefix: string, isRepeated: boolean) {
    const names = new Set<string>()
    for (const { id, name, type, required } of siblings) {
      if (names.has(name)) throw icebergErrors.badRequest(`Invalid schema: multiple fields for name ${prefix}${name}`)
      names.add(name)
      add(id, { name: `${prefix}${name}`, type, required, isRepeated })
    }
  }
}

/** Throws where a schema contradicts itself. */
export function checkSchema(schema: Schema) {
  const columns = columnsOf(schema)
  for (const id of schema['identifier-field-ids'] ?? []) {
    const column = columns.get(id)
    const refuse = (why: string) => icebergErrors.badRequest(`Cannot add field ${id} as an identifier field: ${why}`)
    if (!column) throw refuse('it does not exist')
    if (typeof column.type !== 'string') throw refuse('not a primitive type field')
    if (!column.required) throw refuse('not a required field')
    if (column.type === 'float' || column.type === 'double') throw refuse('must not be float or double field')
    if (column.isRepeated) throw refuse('must not be nested in a list or a map')
  }
}

export const highestId = (schema: Schema): number => Math.max(0, ...columnsOf(schema).keys())

/** Whether two have the same columns, whatever number they have as a schema. */
export const isSameSchema = (a: Schema, b: Schema): boolean => textOf(a) === textOf(b)

const textOf = ({ fields, 'identifier-field-ids': identifiers = [] }: Schema) =>
  JSON.stringify([fields.map(inOrder), identifiers.toSorted((a, b) => a - b)])

/** Written alike, whichever order the keys came in: one from the database has another than one from a client. */
function inOrder({ id, name, required, type, doc }: Field): unknown {
  return [id, name, required, typeInOrder(type), doc]
}

function typeInOrder(type: IcebergType): unknown {
  if (typeof type === 'string') return type.replaceAll(/\s/g, '')
  switch (type.type) {
    case 'struct':
      return type.fields.map(inOrder)
    case 'list':
      return [type['element-id'], typeInOrder(type.element), type['element-required']]
    case 'map':
      return [
        ...[type['key-id'], typeInOrder(type.key)],
        ...[type['value-id'], typeInOrder(type.value), type['value-required']],
      ]
  }
}
