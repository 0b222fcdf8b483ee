import type { Column, DbFunction, KeyRelationship, Table } from 'engine/feature'
import { openApiFormat, openApiType, typed } from './types.ts'

/** A table as an OpenAPI schema. Its keys are noted in the descriptions, where type generators look for them. */
export function tableDefinition(table: Table, keys: readonly KeyRelationship[]) {
  const columns = [...table.columns.values()]
  const required = columns.filter(({ nullable }) => !nullable).map(({ name }) => name)
  return {
    ...(table.description !== null && { description: table.description }),
    ...(required.length > 0 && { required }),
    type: 'object',
    properties: Object.fromEntries(columns.map((column) => [column.name, property(column, table, keys)])),
  }
}

function property(column: Column, table: Table, keys: readonly KeyRelationship[]) {
  const { baseType, values, maxLength } = column
  const description = describe(column, table, keys)
  const value = defaultOf(column)
  return {
    ...(value !== undefined && { default: value }),
    ...(description !== null && { description }),
    ...(values.length > 0 && { enum: values }),
    format: openApiFormat(baseType),
    ...(maxLength !== null && { maxLength }),
    ...typed(baseType),
  }
}

function describe({ name, description }: Column, { primaryKey }: Table, keys: readonly KeyRelationship[]) {
  const key = keys.find(({ columns: [pair, ...more] }) => pair?.[0] === name && more.length === 0)
  const [, column] = key?.columns[0] ?? []
  const notes = [
    ...(primaryKey.includes(name) ? ['This is a Primary Key.<pk/>'] : []),
    ...(key
      ? [`This is a Foreign Key to \`${key.to.name}.${column}\`.<fk table='${key.to.name}' column='${column}'/>`]
      : []),
  ]
  if (notes.length === 0) return description
  return `${description === null ? '' : `${description}\n\n`}${['Note:', ...notes].join('\n')}`
}

/** The default of a column: a literal value, or the SQL expression as text. */
function defaultOf({ baseType, type, defaultValue }: Column): unknown {
  if (defaultValue === null) return undefined
  if (openApiType(baseType) !== 'string') return parsed(defaultValue)
  const cast = [`::${baseType}`, `::${type}`].find((suffix) => defaultValue.endsWith(suffix))
  if (cast === undefined) return defaultValue
  return defaultValue.slice(0, -cast.length).replace(/^'+|'+$/g, '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The arguments of a function as a request body. */
export function argumentsDefinition({ description, parameters }: DbFunction) {
  const required = parameters.flatMap((parameter) => (parameter.required ? [parameter.name] : []))
  return {
    ...(description !== null && { description }),
    ...(required.length > 0 && { required }),
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, type }) => [name, { format: openApiFormat(type), ...typed(type) }]),
    ),
  }
}
