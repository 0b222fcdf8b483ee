import type { ForeignKey } from '../schema/foreign-keys.ts'
import { deriveRelationships } from '../schema/relationships.ts'
import { type Column, type DbFunction, keyOf, type Schema, type Table } from '../schema/schema-types.ts'

const name = (table: string) => ({ schema: 'public', name: table })

const plainColumn = { defaultValue: null, nullable: true, description: null, values: [], maxLength: null }
const plainTable = { isView: false, description: null, insertable: true, updatable: true, deletable: true }

function table(tableName: string, primaryKey: string[], columns: Record<string, string>): Table {
  const column = ([columnName, type]: [string, string]): [string, Column] => [
    columnName,
    { ...plainColumn, name: columnName, type, baseType: type },
  ]
  return { ...name(tableName), ...plainTable, primaryKey, columns: new Map(Object.entries(columns).map(column)) }
}

const key = (from: string, column: string, to: string, oneToOne = false): ForeignKey => ({
  constraint: `${from}_${column}_fkey`,
  from: name(from),
  to: name(to),
  columns: [[column, 'id']],
  oneToOne,
})

const tables = [
  table('films', ['id'], {
    id: 'integer',
    title: 'text',
    director_id: 'integer',
    details: 'jsonb',
    document: 'tsvector',
  }),
  table('directors', ['id'], { id: 'integer', last_name: 'text' }),
  table('technical_specs', ['film_id'], { film_id: 'integer', camera: 'text' }),
  table('actors', ['id'], { id: 'integer', last_name: 'text' }),
  table('roles', ['film_id', 'actor_id'], { film_id: 'integer', actor_id: 'integer', character: 'text' }),
  table('premieres', ['id'], { id: 'integer', host_id: 'integer', presenter_id: 'integer' }),
  table('studios', ['id'], { id: 'integer', parent_id: 'integer' }),
]

const keys = [
  key('films', 'director_id', 'directors'),
  key('technical_specs', 'film_id', 'films', true),
  key('roles', 'film_id', 'films'),
  key('roles', 'actor_id', 'actors'),
  key('premieres', 'host_id', 'directors'),
  key('premieres', 'presenter_id', 'directors'),
  key('studios', 'parent_id', 'studios'),
]

const sampleFunction = (functionName: string, parameters: [string, string, boolean?][]): DbFunction => ({
  oid: '0',
  description: null,
  ...name(functionName),
  parameters: parameters.map(([parameter, type, required = true]) => ({
    name: parameter,
    type,
    required,
    variadic: false,
  })),
  volatility: 'volatile',
  returns: { set: false, kind: 'scalar', type: { schema: 'pg_catalog', name: 'int4' } },
  settings: {},
})

const functions = [
  sampleFunction('add', [
    ['a', 'integer'],
    ['b', 'integer', false],
  ]),
  sampleFunction('either', [['value', 'integer']]),
  sampleFunction('either', [['value', 'text']]),
  sampleFunction('echo', [['', 'json']]),
]

const byKey = new Map(tables.map((one) => [keyOf(one.schema, one.name), one]))

/** A few tables with every kind of relationship, for tests without a database. */
export const sampleSchema: Schema = {
  tables: byKey,
  relationships: deriveRelationships({ keys, views: [], computed: [], tables: byKey }),
  functions: Map.groupBy(functions, (one) => keyOf(one.schema, one.name)),
  handlers: new Map(),
  feature: undefined,
  roleSettings: new Map(),
}
