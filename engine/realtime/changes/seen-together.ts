import type { FastifyBaseLogger } from 'fastify'
import type { Caller, Database } from '../../database/database.ts'
import { parseExactly } from '../exact-json.ts'
import { isObject, type Payload } from '../frames.ts'
import { wantsAll } from './audience.ts'
import type { Binding } from './bindings.ts'
import type { Change } from './change.ts'
import { fitsExactly } from './exact-values.ts'
import { askForEach, lookUpRows, type SeenByOne, type SeenRow } from './statements.ts'
import type { Subscriber } from './subscriber.ts'
import { isAbout, isGone, pick, readableBy, type Table, toldOfGone } from './tables.ts'
import { NOT_ALLOWED, type Seen, STATEMENT_TIMEOUT, type View } from './visible-rows.ts'

/** Who they are to the row policies, and what those want to know who are the same to them. */
type Party = { caller: Caller; subscribers: Subscriber[]; changes: Set<Change> }

/** As long as one statement for so many takes, others wait for the embedded database. */
const MOST_TOGETHER = 100
const SESSION_ENDED = 'MS401'

/** Those who are the same role with the same claims are one to the row policies. In lots, each for one statement. */
export function partiesOf(concerned: ReadonlyMap<Subscriber, Change[]>): Party[][] {
  const parties = new Map<string, Party>()
  for (const [subscriber, changes] of concerned) {
    const caller = subscriber.caller()
    const key = JSON.stringify([caller.role, caller.claims])
    const party = parties.get(key) ?? { caller, subscribers: [], changes: new Set() }
    parties.set(key, party)
    party.subscribers.push(subscriber)
    for (const change of changes) party.changes.add(change)
  }
  // One role after the other: each has a plan of its own.
  const inOrder = [...parties].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, party]) => party)
  const lots: Party[][] = []
  for (let at = 0; at < inOrder.length; at += MOST_TOGETHER) lots.push(inOrder.slice(at, at + MOST_TOGETHER))
  return lots
}

/**
 * What subscribers whose bindings are all exact may know of these changes: the rows are read once, and each party is asked
 * by its own policies which of them it may see, in one snapshot, so that nobody gets a row as it was before they might.
 */
export async function viewsTogether(
  database: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
  table: Table,
  parties: Party[],
): Promise<Map<Subscriber, View>> {
  const changes = [...new Set(parties.flatMap((party) => [...party.changes]))].filter((change) => !isGone(change))
  const { rows, answers } = await ask(database, table, parties, changes)
  const views = new Map<Subscriber, View>()
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

async function ask(database: Database, table: Table, parties: Party[], changes: Change[]) {
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

/** Of the rows that are there, those that they may see; of those that are gone, what everybody is told. */
function seenBy(
  bindings: Binding[],
  { caller, changes }: Party,
  table: Table,
  visible: ReadonlyMap<Change, Payload>,
): Map<Change, Seen> {
  const readable = readableBy(table, caller.role)
  const told = toldOfGone(table, readable)
  const seen = new Map<Change, Seen>()
  for (const change of changes) {
    const row = isGone(change) ? (change.old ?? {}) : visible.get(change)
    if (!row) continue
    const record = pick(row, isGone(change) ? told : readable)
    seen.set(change, { record, fits: bindings.map((binding) => fitsExactly(binding, record)) })
  }
  return seen
}
