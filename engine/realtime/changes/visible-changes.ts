import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Database, DatabaseBusy, SessionEnded } from '../../database/database.ts'
import { callerGroups, visibleChangesTogether } from './batched-visibility.ts'
import type { Change } from './change.ts'
import { comparesAsText } from './compare-as-text.ts'
import { concernsTable, isReadableBy, type Table } from './published-tables.ts'
import type { Subscriber } from './subscriber.ts'
import { type VisibleChanges, visibleChangesOf } from './visible-rows.ts'

/** The most concurrent checks, so that other work still finds connections. */
const CONCURRENT_CHECKS = 4
/** A subscriber whose check takes longer is told that changes were missed, so that others need not wait for it. */
const CHECK_TIMEOUT_MS = 3_000

/**
 * The changes of one table that each candidate subscriber may see. A subscriber whose check fails is told so, and has
 * no view.
 */
export async function visibleChanges(
  database: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
  table: Table,
  concerned: ReadonlyMap<Change, Set<Subscriber>>,
): Promise<Map<Subscriber, VisibleChanges>> {
  const views = new Map<Subscriber, VisibleChanges>()
  const [together, apart] = split(table, bySubscriber(concerned))
  await forEachConcurrently(callerGroups(together), async (parties) => {
    const seen = await visibleChangesTogether(database, log, table, parties).catch((error) => {
      if (!(error instanceof pg.DatabaseError)) throw error
      // One subscriber of the group may have slow policies, so each is checked alone.
      for (const { subscribers } of parties) for (const one of subscribers) apart.set(one, together.get(one) ?? [])
      return []
    })
    for (const [subscriber, view] of seen) views.set(subscriber, view)
  })
  await forEachConcurrently([...apart], async ([subscriber, changes]) => {
    const bindings = subscriber.bindings.filter((binding) => concernsTable(binding, table))
    const asked = visibleChangesOf(database, log, subscriber.caller(), table, bindings, changes)
    const view = await withTimeout(asked, CHECK_TIMEOUT_MS).catch((error) => reportFailure(subscriber, error))
    if (view) views.set(subscriber, view)
  })
  return views
}

function bySubscriber(concerned: ReadonlyMap<Change, Set<Subscriber>>): Map<Subscriber, Change[]> {
  const changesOf = new Map<Subscriber, Change[]>()
  for (const [change, subscribers] of concerned) {
    for (const subscriber of subscribers) {
      const changes = changesOf.get(subscriber) ?? []
      changesOf.set(subscriber, changes)
      changes.push(change)
    }
  }
  return changesOf
}

/**
 * Separates subscribers who can be checked together from those who must be checked alone: a filter that only Postgres
 * can evaluate may be slow, which its author alone should pay for.
 */
function split(table: Table, changesOf: Map<Subscriber, Change[]>) {
  const together = new Map<Subscriber, Change[]>()
  const apart = new Map<Subscriber, Change[]>()
  for (const [subscriber, changes] of changesOf) {
    const bindings = subscriber.bindings.filter((binding) => concernsTable(binding, table))
    const mayRead = isReadableBy(table, subscriber.caller().role)
    const isSimple = table.keys.length > 0 && bindings.every((binding) => comparesAsText(binding, table))
    const those = mayRead && isSimple ? together : apart
    those.set(subscriber, changes)
  }
  return [together, apart] as const
}

async function forEachConcurrently<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const next = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one)
  }
  await Promise.all(Array.from({ length: CONCURRENT_CHECKS }, next))
}

function reportFailure(subscriber: Subscriber, error: unknown): void {
  if (error instanceof SessionEnded) subscriber.ended()
  else if (isSlow(error)) subscriber.missed()
  else throw error
}

class TimedOut extends Error {}

async function withTimeout<T>(asked: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new TimedOut()), ms)
  return Promise.race([asked, late.promise]).finally(() => clearTimeout(timer))
}

const TOOK_TOO_LONG = '57014'
const isSlow = (error: unknown) =>
  error instanceof TimedOut ||
  error instanceof DatabaseBusy ||
  (error instanceof pg.DatabaseError && error.code === TOOK_TOO_LONG)
