import { icebergErrors } from '../errors.ts'
import { type Draft, numberOf } from './draft.ts'
import { checkSchema, highestId, isSameSchema, type Schema } from './schema.ts'

export function addSchema({ table, lastAdded }: Draft, asked: Schema) {
  checkSchema(asked)
  const same = table.schemas.find((schema) => isSameSchema(schema, asked))
  const id = same?.['schema-id'] ?? 1 + Math.max(-1, ...table.schemas.map((schema) => schema['schema-id']))
  if (!same) table.schemas.push({ ...asked, 'schema-id': id })
  table['last-column-id'] = Math.max(table['last-column-id'], highestId(asked))
  lastAdded.schema = id
}

export function setCurrentSchema({ table, lastAdded }: Draft, asked: number) {
  const id = numberOf(asked, lastAdded.schema, 'schema')
  if (!table.schemas.some((schema) => schema['schema-id'] === id)) {
    throw icebergErrors.badRequest(`Cannot set current schema to unknown schema: ${id}`)
  }
  table['current-schema-id'] = id
}

export function removeSchemas({ table }: Draft, ids: readonly number[]) {
  if (ids.includes(table['current-schema-id'])) throw icebergErrors.badRequest('Cannot remove the current schema')
  table.schemas = table.schemas.filter((schema) => !ids.includes(schema['schema-id']))
}

/** Throws where no schema is current yet. */
export function currentSchema({ table }: Draft): Schema {
  const schema = table.schemas.find((other) => other['schema-id'] === table['current-schema-id'])
  if (!schema) throw icebergErrors.badRequest('The table has no current schema')
  return schema
}
