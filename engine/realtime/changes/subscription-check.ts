import pg from 'pg'
import type { Caller, Database } from '../../database/database.ts'
import { type Binding, describeBinding } from './bindings.ts'
import { concernsTable, publishedTables, readableBy, type Table } from './published-tables.ts'
import { matchRows } from './visibility-statements.ts'
import { STATEMENT_TIMEOUT } from './visible-rows.ts'

/** An invalid subscription; the message is the hosted service's. */
export class SubscriptionError extends Error {}

/**
 * Checks a subscription. Throws `SubscriptionError` where a binding names something that is not published, not readable
 * or not comparable.
 */
export async function checkSubscription(database: Database, bindings: Binding[], caller: Caller): Promise<void> {
  const tables = await publishedTables(database, [caller.role])
  for (const binding of bindings) {
    const table = tables.find((table) => concernsTable(binding, table))
    if (!table) throw cannotSubscribe(`Please check Realtime is enabled for the given ${near(binding)}`)
    if (binding.table !== '*' && binding.schema !== '*') await checkBinding(database, binding, table, caller)
  }
}

async function checkBinding(database: Database, binding: Binding, table: Table, caller: Caller): Promise<void> {
  const trouble = (words: string) =>
    cannotSubscribe(`An exception happened so please check your ${near(binding)}. Exception: ${words}`)
  const strange = binding.conditions.find(({ column }) => !table.columns.some(({ name }) => name === column))
  if (strange) throw trouble(`invalid column for filter ${strange.column}`)
  const receivableExtensions = readableBy(table, caller.role)
  const secret = binding.conditions.some(({ column }) => !receivableExtensions.includes(column))
  if (receivableExtensions.length === 0 || secret) throw trouble(`permission denied for table ${table.name}`)
  // The statement returns no rows, so it only fails for an invalid subscription.
  const options = { caller, settings: { statement_timeout: STATEMENT_TIMEOUT } }
  await database.run(options, matchRows(table, receivableExtensions, [], [binding], 'true')).catch((error) => {
    throw error instanceof pg.DatabaseError ? trouble(error.message) : error
  })
}

const cannotSubscribe = (words: string) =>
  new SubscriptionError(`Unable to subscribe to changes with given parameters. ${words}`)

const near = (binding: Binding) => `connect parameters: ${describeBinding(binding)}`
