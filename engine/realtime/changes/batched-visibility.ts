import type { FastifyBaseLogger } from 'fastify'
import type { Caller, Database } from '../../database/database.ts'
import type { Binding } from './bindings.ts'
import type { Change } from './change.ts'
import { matchesAsText } from './compare-as-text.ts'
import { concernsTable, isDeleted, pick, readableBy, type Table, visibleRow } from './published-tables.ts'
import type { Subscriber } from './subscriber.ts'
import { isUnfiltered } from './subscriber-index.ts'
import { type VisibleKeysResult, visibleKeysStatement } from './visibility-statements.ts'
import { NOT_ALLOWED, STATEMENT_TIMEOUT, type VisibleChanges, type VisibleRow } from './visible-rows.ts'

/** A caller as the row policies see it, with all subscribers that share it and the changes they are candidates for. */
type CallerGroup = { caller: Caller; subscribers: Subscriber[]; changes: Set<Change> }

/** The most callers in one statement, because other requests wait for the embedded database meanwhile. */
const MAX_GROUPS = 100
const SESSION_ENDED = 'MS401'

/**
 * Groups subscribers with the same role and claims, between whom row policies cannot distinguish, into batches of one
 * statement each.
 */
export function callerGroups(concerned: ReadonlyMap<Subscriber, Change[]>): CallerGroup[][] {
  const parties = new Map<string, CallerGroup>()
  for (const [subscriber, changes] of concerned) {
    const caller = subscriber.caller()
    const key = JSON.stringify([caller.role, caller.claims])
    const party = parties.get(key) ?? { caller, subscribers: [], changes: new Set() }
    parties.set(key, party)
    party.subscribers.push(subscriber)
    for (const change of changes) party.changes.add(change)
  }
  // A role has its own row policies, so its callers are asked by a statement of their own.
  const byRole = Map.groupBy(parties.values(), ({ caller }) => caller.role)
  const lots: CallerGroup[][] = []
  for (const ofRole of byRole.values()) {
    for (let at = 0; at < ofRole.length; at += MAX_GROUPS) lots.push(ofRole.slice(at, at + MAX_GROUPS))
  }
  return lots
}

/**
 * The changes that subscribers with exact bindings may see. All of them have the same role; for each caller the row
 * policies decide about the row as the change left it.
 */
export async function visibleChangesTogether(
  database: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
  table: Table,
  parties: CallerGroup[],
): Promise<Map<Subscriber, VisibleChanges>> {
  const changes = [...new Set(parties.flatMap((party) => [...party.changes]))].filter((change) => !isDeleted(change))
  const answers = await queryVisibleKeys(database, table, parties, changes)
  const views = new Map<Subscriber, VisibleChanges>()
  for (const { n, seen, failure, words } of answers) {
    const party = parties[n - 1]
    if (!party) continue
    if (failure === SESSION_ENDED) {
      for (const subscriber of party.subscribers) subscriber.ended()
      continue
    }
    if (failure !== null && failure !== NOT_ALLOWED) {
      log.warn(`Changes of ${table.schema}.${table.name} could not be read: ${words}`)
    }
    const visible = new Set((seen ?? []).map((number) => changes[number - 1]))
    for (const subscriber of party.subscribers) {
      const bindings = subscriber.bindings.filter((binding) => concernsTable(binding, table))
      const ofChange = failure === null ? visibleRowsOf(bindings, party, table, visible) : new Map()
      views.set(subscriber, { ofChange, isRefused: failure === NOT_ALLOWED && isUnfiltered(bindings) })
    }
  }
  return views
}

async function queryVisibleKeys(database: Database, table: Table, parties: CallerGroup[], changes: Change[]) {
  const asking = parties.map(({ caller, changes: wanted }) => ({
    caller,
    numbers: changes.flatMap((change, at) => (wanted.has(change) ? [at + 1] : [])),
  }))
  const role = parties[0]?.caller.role ?? ''
  const settings = { statement_timeout: STATEMENT_TIMEOUT }
  return database.run<VisibleKeysResult>(
    { readOnly: true, settings },
    visibleKeysStatement(table, role, changes, asking),
  )
}

/**
 * The changes that one caller may see: rows that the policies allow, and of deleted rows the part that every subscriber
 * gets.
 */
function visibleRowsOf(
  bindings: Binding[],
  { caller, changes }: CallerGroup,
  table: Table,
  visible: ReadonlySet<Change | undefined>,
): Map<Change, VisibleRow> {
  const receivableExtensions = readableBy(table, caller.role)
  const seen = new Map<Change, VisibleRow>()
  for (const change of changes) {
    if (!isDeleted(change) && !visible.has(change)) continue
    const record = pick(visibleRow(change, table), receivableExtensions)
    seen.set(change, { record, fits: bindings.map((binding) => matchesAsText(binding, record)) })
  }
  return seen
}
