import type { FastifyBaseLogger } from 'fastify'
import type { Caller, Database } from '../../database/database.ts'
import { isObject, type Payload } from '../frames.ts'
import { parseExactly } from '../parse-exact-numbers.ts'
import type { Binding } from './bindings.ts'
import type { Change } from './change.ts'
import { fitsExactly } from './compare-as-text.ts'
import { columnsOfDeleted, isAbout, isDeleted, pick, readableBy, type Table } from './published-tables.ts'
import type { Subscriber } from './subscriber.ts'
import { wantsAll } from './subscriber-index.ts'
import { askForEach, lookUpRows, type SeenByOne, type SeenRow } from './visibility-statements.ts'
import { NOT_ALLOWED, STATEMENT_TIMEOUT, type VisibleChanges, type VisibleRow } from './visible-rows.ts'

/** A caller as the row policies see it, with all subscribers that share it and the changes they are candidates for. */
type CallerGroup = { caller: Caller; subscribers: Subscriber[]; changes: Set<Change> }

/** The most parties in one statement, because other requests wait for the embedded database meanwhile. */
const MOST_GROUPS = 100
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
  // Parties are sorted by role, because every role has its own query plan.
  const inOrder = [...parties].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, party]) => party)
  const lots: CallerGroup[][] = []
  for (let at = 0; at < inOrder.length; at += MOST_GROUPS) lots.push(inOrder.slice(at, at + MOST_GROUPS))
  return lots
}

/**
 * The changes that subscribers with exact bindings may see. The rows are read once, and each party's policies decide
 * which of them it may see, all in one snapshot, so that nobody receives a row in a state that they were not allowed to
 * see.
 */
export async function visibleChangesTogether(
  database: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
  table: Table,
  parties: CallerGroup[],
): Promise<Map<Subscriber, VisibleChanges>> {
  const changes = [...new Set(parties.flatMap((party) => [...party.changes]))].filter((change) => !isDeleted(change))
  const { rows, answers } = await ask(database, table, parties, changes)
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
    const visible = new Map((seen ?? []).flatMap((number) => rows.get(number) ?? []))
    for (const subscriber of party.subscribers) {
      const bindings = subscriber.bindings.filter((binding) => isAbout(binding, table))
      const ofChange = failure === null ? seenBy(bindings, party, table, visible) : new Map()
      views.set(subscriber, { ofChange, isRefused: failure === NOT_ALLOWED && wantsAll(bindings) })
    }
  }
  return views
}

async function ask(database: Database, table: Table, parties: CallerGroup[], changes: Change[]) {
  const keys = changes.map(({ key }) => key ?? {})
  const asking = parties.map(({ caller, changes: wanted }) => ({
    caller,
    numbers: changes.flatMap((change, at) => (wanted.has(change) ? [at + 1] : [])),
  }))
  const names = table.columns.map(({ name }) => name)
  const settings = { statement_timeout: STATEMENT_TIMEOUT }
  const [found, answers] = await database.transaction(
    { isolation: 'repeatable read', readOnly: true, settings },
    (tx) => {
      const read = lookUpRows(table, names, keys, [])
      const ask = askForEach(table, keys, asking)
      return Promise.all([tx.query<SeenRow>(read.text, read.values), tx.query<SeenByOne>(ask.text, ask.values)])
    },
  )
  const rows = new Map<number, [change: Change, row: Payload][]>()
  for (const { n, record } of found) {
    const change = changes[n - 1]
    const row = parseExactly(record)
    if (change && isObject(row)) rows.set(n, [[change, row]])
  }
  return { rows, answers }
}

/** The changes that a party may see: existing rows as allowed, and deleted rows by what everybody is told. */
function seenBy(
  bindings: Binding[],
  { caller, changes }: CallerGroup,
  table: Table,
  visible: ReadonlyMap<Change, Payload>,
): Map<Change, VisibleRow> {
  const readable = readableBy(table, caller.role)
  const told = columnsOfDeleted(table, readable)
  const seen = new Map<Change, VisibleRow>()
  for (const change of changes) {
    const row = isDeleted(change) ? (change.old ?? {}) : visible.get(change)
    if (!row) continue
    const record = pick(row, isDeleted(change) ? told : readable)
    seen.set(change, { record, fits: bindings.map((binding) => fitsExactly(binding, record)) })
  }
  return seen
}
