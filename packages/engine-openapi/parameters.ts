import type { DbFunction, Parameter, Table } from 'engine/feature'
import { argumentsDefinition } from './definitions.ts'
import { elementType, openApiFormat, openApiType } from './types.ts'

const prefer = (values: readonly string[] = []) => ({
  name: 'Prefer',
  description: 'Preference',
  required: false,
  ...(values.length > 0 && { enum: values }),
  in: 'header',
  type: 'string',
})

const text = (name: string, description: string, place: 'query' | 'header' = 'query') => ({
  name,
  description,
  required: false,
  in: place,
  type: 'string',
})

const returns = ['return=representation', 'return=minimal', 'return=none']

/** The parameters that every table has. */
export const sharedParameters = {
  preferParams: prefer(),
  preferReturn: prefer(returns),
  preferCount: prefer(['count=none']),
  preferPost: prefer([...returns, 'resolution=ignore-duplicates', 'resolution=merge-duplicates']),
  select: text('select', 'Filtering Columns'),
  on_conflict: text('on_conflict', 'On Conflict'),
  order: text('order', 'Ordering'),
  range: text('Range', 'Limiting and Pagination', 'header'),
  rangeUnit: { ...text('Range-Unit', 'Limiting and Pagination', 'header'), default: 'items' },
  offset: text('offset', 'Limiting and Pagination'),
  limit: text('limit', 'Limiting and Pagination'),
}

export const bodyName = ({ name }: Table) => `body.${name}`
export const filterName = ({ name }: Table, column: string) => `rowFilter.${name}.${column}`

/** A table's own parameters: its body, and a filter for each column. */
export const tableParameters = (table: Table): [string, object][] => [
  [
    bodyName(table),
    {
      name: table.name,
      description: table.name,
      required: false,
      in: 'body',
      schema: { $ref: `#/definitions/${table.name}` },
    },
  ],
  ...[...table.columns.values()].map(({ name, description }): [string, object] => [
    filterName(table, name),
    { name, ...(description !== null && { description }), required: false, in: 'query', type: 'string' },
  ]),
]

export const refersTo = (name: string) => ({ $ref: `#/parameters/${name}` })

/** A function argument as a query parameter of GET. */
export const queryParameter = ({ name, type, required, variadic }: Parameter) =>
  variadic
    ? {
        name,
        required,
        in: 'query',
        type: openApiType(type) ?? 'string',
        collectionFormat: 'multi',
        items: { type: openApiType(elementType(type)) ?? 'string', format: openApiFormat(elementType(type)) },
      }
    : { name, required, in: 'query', format: openApiFormat(type), type: queryType(type) }

/** The OpenAPI type of a query parameter. An array is a string, because it is written with braces. */
function queryType(type: string): string {
  const shown = openApiType(type)
  return shown === undefined || shown === 'array' ? 'string' : shown
}

/** The body parameter of a function call by POST. */
export const bodyParameter = (called: DbFunction) => ({
  name: 'args',
  required: true,
  in: 'body',
  schema: argumentsDefinition(called),
})
