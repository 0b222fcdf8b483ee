import type { Conflict, JsonBody, WritePlan } from '../plan/plan.ts'
import type { Column } from '../schema/schema-types.ts'
import { conditionSql, joinedExists } from './conditions.ts'
import { literal, qualified, quote, type Values, whereSql } from './quoting.ts'

/** The statement that writes, and returns the columns that the plan needs. */
export function writeSql(plan: WritePlan, values: Values): string {
  switch (plan.kind) {
    case 'insert':
    case 'put':
      return insertSql(plan, values)
    case 'update':
      return updateSql(plan, values)
    case 'delete':
      return deleteSql(plan, values)
  }
}

function insertSql(plan: Extract<WritePlan, { kind: 'insert' | 'put' }>, values: Values): string {
  const { table, body, conflict } = plan
  const names = body.columns.map(({ name }) => quote(name))
  const into = names.length > 0 ? `(${names.join(', ')})` : ''
  const selected = body.columns.map(writtenSql).join(', ')
  const conditions = [
    ...(conflict?.resolution === 'merge-duplicates' ? [countRowSql(+1)] : []),
    ...(plan.kind === 'put' ? conditionsSql(plan, 'pgrst_body', values) : []),
  ]
  return `
    INSERT INTO ${qualified(table)}${into}
    SELECT ${selected}
    FROM ${bodySql(body, values)}
    ${whereSql(conditions)}
    ${conflict ? conflictSql(conflict, body.columns) : ''}
    ${returningSql(plan)}`
}

function conflictSql({ resolution, columns }: Conflict, written: readonly Column[]): string {
  const target = `ON CONFLICT (${columns.map(quote).join(', ')})`
  if (resolution === 'ignore-duplicates' || written.length === 0) return `${target} DO NOTHING`
  const set = written.map(({ name }) => `${quote(name)} = EXCLUDED.${quote(name)}`)
  return `${target} DO UPDATE SET ${set.join(', ')} WHERE ${countRowSql(-1)}`
}

/**
 * SQL that counts the inserted rows in a setting of the transaction, and is always true: each offered row adds one,
 * each merged one subtracts it. RETURNING could tell as well, but needs a right to read.
 */
const countRowSql = (step: 1 | -1) =>
  `set_config('pgrst.inserted', (COALESCE(${INSERTED_COUNT}, 0) + ${step})::text, true) IS NOT NULL`

/** SQL for the number of inserted rows, after the write. */
export const INSERTED_COUNT = `nullif(current_setting('pgrst.inserted', true), '')::int`

function updateSql(plan: Extract<WritePlan, { kind: 'update' }>, values: Values): string {
  const { table, body, returning } = plan
  if (body.columns.length === 0) return nothingUpdated(plan)
  const set = body.columns.map((column) => `${quote(column.name)} = ${writtenSql(column)}`)
  const conditions = conditionsSql(plan, qualified(table), values)
  return `
    UPDATE ${qualified(table)}
    SET ${set.join(', ')}
    FROM ${bodySql(body, values)}
    ${whereSql(conditions)}
    ${returningSql({ table, returning })}`
}

function deleteSql(plan: Extract<WritePlan, { kind: 'delete' }>, values: Values): string {
  return `
    DELETE FROM ${qualified(plan.table)}
    ${whereSql(conditionsSql(plan, qualified(plan.table), values))}
    ${returningSql(plan)}`
}

/** SQL for a column's value from the body. */
function writtenSql({ name, representation }: Column): string {
  const value = `pgrst_body.${quote(name)}`
  return representation?.fromJson === undefined ? value : `${representation.fromJson}(${value})`
}

/** SQL for an update without columns: no UPDATE can be written, but the selected names must exist. */
const nothingUpdated = ({ table, returning }: WritePlan) =>
  `SELECT ${returning.length > 0 ? columnsOf({ table, returning }) : '1'} FROM ${qualified(table)} WHERE false`

const conditionsSql = ({ table, where }: WritePlan, reference: string, values: Values): string[] =>
  where.map((condition) => conditionSql(condition, { reference, table, embeds: [], exists: joinedExists }, values))

type Returning = Pick<WritePlan, 'table' | 'returning'>

/** The RETURNING clause: one row for each written row even without columns, because the rows are counted. */
const returningSql = (plan: Returning) => `RETURNING ${plan.returning.length > 0 ? columnsOf(plan) : '1'}`

const columnsOf = ({ table, returning }: Returning) =>
  returning.map((name) => `${qualified(table)}.${name === '*' ? name : quote(name)}`).join(', ')

/** SQL for the body as rows named `pgrst_body`; Postgres parses the JSON and gives each column its type. */
function bodySql({ text, isObject, columns, fillDefaults }: JsonBody, values: Values): string {
  if (columns.length === 0) {
    return isObject ? '(VALUES (1)) AS pgrst_body' : `json_array_elements(${values.bind(text)}) AS pgrst_body`
  }
  const typed = columns.map((column) => `${quote(column.name)} ${bodyType(column)}`).join(', ')
  const many = isObject ? '' : 'set'
  if (!fillDefaults) return `json_to_record${many}(${values.bind(text)}) AS pgrst_body(${typed})`
  return `jsonb_to_record${many}(${filledSql(text, isObject, columns, values)}) AS pgrst_body(${typed})`
}

const bodyType = ({ type, representation }: Column) => (representation?.fromJson === undefined ? type : 'json')

/** The most pairs of an object that one call builds, since Postgres passes at most 100 arguments to a function. */
const MAX_PAIRS = 50

/** SQL that merges each element over the columns' defaults, which are computed anew for each. */
function filledSql(text: string, isObject: boolean, columns: readonly Column[], values: Values): string {
  const defaults = columns.flatMap(({ name, defaultValue, representation }) => {
    if (defaultValue === null) return []
    const shown = representation?.toJson === undefined ? defaultValue : `${representation.toJson}(${defaultValue})`
    return [`${literal(name)}, ${shown}`]
  })
  const pieces = Array.from({ length: Math.ceil(defaults.length / MAX_PAIRS) }, (_, index) =>
    defaults.slice(index * MAX_PAIRS, (index + 1) * MAX_PAIRS),
  )
  const filled = ["'{}'::jsonb", ...pieces.map((pairs) => `jsonb_build_object(${pairs.join(', ')})`)].join(' || ')
  if (isObject) return `${filled} || ${values.bind(text)}`
  return `(SELECT jsonb_agg(${filled} || element) FROM jsonb_array_elements(${values.bind(text)}) AS element)`
}
