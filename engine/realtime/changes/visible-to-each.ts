import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Database, DatabaseBusy, SessionEnded } from '../../database/database.ts'
import type { Change } from './change.ts'
import type { Subscriber } from './subscriber.ts'
import { isAbout, type Table } from './tables.ts'
import { type View, viewOf } from './visible-rows.ts'

/** So many subscribers are asked for at once, so that other work finds connections. */
const ASKING_AT_ONCE = 4
/** Whoever's question takes longer has missed something: nobody else waits for what they alone want to know. */
const LONGEST_MS = 3_000

/** What each subscriber may know of these changes, by table. Whoever's question fails is told so, and has no view. */
export async function viewsOf(
  database: Database,
  log: FastifyBaseLogger,
  audience: Subscriber[],
  tables: Table[],
  changes: Change[],
): Promise<Map<Subscriber, Map<Table, View>>> {
  const views = new Map<Subscriber, Map<Table, View>>()
  const questions = audience.flatMap((subscriber) => tables.map((table) => ({ subscriber, table })))
  const askInTurn = async () => {
    for (let next = questions.pop(); next; next = questions.pop()) {
      const { subscriber, table } = next
      const bindings = subscriber.bindings.filter((binding) => isAbout(binding, table))
      if (bindings.length === 0) continue
      const ofTable = changes.filter((change) => change.table === table.id)
      const asked = viewOf(database, log, subscriber.caller(), table, bindings, ofTable)
      const view = await inTime(asked, LONGEST_MS).catch((error) => tellFailure(subscriber, error))
      if (view) views.set(subscriber, (views.get(subscriber) ?? new Map()).set(table, view))
    }
  }
  await Promise.all(Array.from({ length: ASKING_AT_ONCE }, askInTurn))
  return views
}

function tellFailure(subscriber: Subscriber, error: unknown): void {
  if (error instanceof SessionEnded) subscriber.ended()
  else if (isSlow(error)) subscriber.missed()
  else throw error
}

class Late extends Error {}

async function inTime<T>(asked: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Late()), ms)
  return Promise.race([asked, late.promise]).finally(() => clearTimeout(timer))
}

const TOOK_TOO_LONG = '57014'
const isSlow = (error: unknown) =>
  error instanceof Late ||
  error instanceof DatabaseBusy ||
  (error instanceof pg.DatabaseError && error.code === TOOK_TOO_LONG)
