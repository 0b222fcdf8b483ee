import type { Condition } from '../parse/query.ts'
import { namesUsedAtRoot, type ReadPlan } from '../plan/plan.ts'
import { conditionSql, joinedExists } from './conditions.ts'
import { qualified, quote, type Values, whereSql } from './quoting.ts'
import { mayEmbedAfterPaging, orderSql, pagedSql, rangeSql, scopeOf } from './read.ts'

/**
 * Whether the plan reads a page of a table by a pattern that may begin anywhere in a text. No index orders its rows, so
 * that a page and a count would each read the whole table, and a page of few rows would read it in the order of an index,
 * which takes three times as long (docs/performance.md).
 */
export function isSearch(plan: ReadPlan): boolean {
  const { table, range, where } = plan
  if (!table || table.isView || table.primaryKey.length === 0 || range.limit === undefined) return false
  if (!mayEmbedAfterPaging(plan) || !where.some(beginsAnywhere)) return false
  // The caller may lack the right to read a key that the request does not name.
  const names = namesUsedAtRoot(plan, true)
  return names.includes('*') || table.primaryKey.every((key) => names.includes(key))
}

function beginsAnywhere(condition: Condition): boolean {
  if (condition.kind === 'group') return condition.members.some(beginsAnywhere)
  const { operation } = condition
  if (operation.kind !== 'compare' || operation.quantifier !== undefined) return false
  if (operation.operator === 'like' || operation.operator === 'ilike') return /^[%*]/.test(operation.value)
  return (operation.operator === 'match' || operation.operator === 'imatch') && !operation.value.startsWith('^')
}

/**
 * Reads the table once: `matched` has the keys of all rows that match, by which they are counted, ordered and cut to the
 * page, and `page` reads the rows of the page by their keys.
 */
export function searchSql(plan: ReadPlan, values: Values): { matched: string; page: string } {
  const { table, order, where, range } = plan
  if (!table) throw new Error('Only a table is searched.')
  const { reference } = scopeOf(plan)
  const keys = table.primaryKey.map(quote)
  const columns = new Set([...keys, ...order.map(({ field }) => quote(field.name))])
  const conditions = where.map((condition) =>
    conditionSql(condition, { reference, table, embeds: plan.embeds, exists: joinedExists }, values),
  )
  const matched = `pgrst_matched AS MATERIALIZED (
    SELECT ${[...columns].map((column) => `${reference}.${column}`).join(', ')}
    FROM ${qualified(table)} ${whereSql(conditions)})`
  const place = { reference: 'pgrst_matched', table }
  const names = new Set(namesUsedAtRoot(plan, false))
  const shown = names.has('*') ? ['*'] : [...names].map(quote)
  const page = `
    SELECT ${shown.map((column) => `${reference}.${column}`).join(', ')}
    FROM (
      SELECT ${keys.join(', ')} FROM pgrst_matched
      ${orderSql(plan, place, values)} ${rangeSql(range, values)}
    ) AS pgrst_place
    INNER JOIN ${qualified(table)} ON ${keys.map((key) => `${reference}.${key} = pgrst_place.${key}`).join(' AND ')}`
  return { matched, page: pagedSql(plan, page, values) }
}
