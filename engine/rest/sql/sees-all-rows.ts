import { namesUsedAtRoot, type ReadPlan } from '../plan/plan.ts'
import type { Name } from '../schema/schema-types.ts'
import { arrayLiteral, qualified, type Values } from './quoting.ts'

/**
 * SQL for whether the caller may see all rows that the plan reads, so that the planner's estimates are no secret to
 * them. That is certain for tables without row security and for roles that bypass it. A view or function may hide rows
 * in its own query, which the catalogue says nothing about.
 */
export function seesAllRowsSql(plan: ReadPlan | undefined, values: Values): string {
  const tables = plan && plainTables(plan)
  if (!tables) return IS_EXEMPT_FROM_RLS
  const read = values.bind(arrayLiteral(tables.map(qualified)))
  return `(${IS_EXEMPT_FROM_RLS} OR NOT EXISTS (
      SELECT 1
      FROM pg_class
      WHERE oid = ANY(${read}::regclass[]) AND (relkind = 'v' OR row_security_active(oid))
    ))`
}

const IS_EXEMPT_FROM_RLS = '(SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)'

/** The tables that a plan reads; undefined where it also reads a view or a computed column. */
function plainTables(plan: ReadPlan): Name[] | undefined {
  const { table, from, embeds } = plan
  if (!table || table.isView || from.kind === 'computed') return undefined
  if (!namesUsedAtRoot(plan, true).every((name) => name === '*' || table.columns.has(name))) return undefined
  const tables: Name[] = [table]
  for (const { plan: embedded, relationship } of embeds) {
    const beneath = plainTables(embedded)
    if (!beneath) return undefined
    tables.push(...beneath)
    if (relationship.kind === 'many-to-many') tables.push(relationship.junction)
  }
  return tables
}
