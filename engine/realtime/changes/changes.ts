import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Caller, type Database, DatabaseBusy, SessionEnded } from '../../database/database.ts'
import type { Payload } from '../frames.ts'
import { type Binding, describeBinding } from './bindings.ts'
import { type Change, readChange } from './change.ts'
import { lookUpRows } from './statements.ts'
import { isAbout, publishedTables, type Table } from './tables.ts'
import { tidingsOf } from './tidings.ts'
import { STATEMENT_TIMEOUT, type View, viewOf } from './view.ts'

/** So many rows are looked up in one statement. */
const MOST_AT_ONCE = 500
/** So many subscribers are asked for at once, so that other work finds connections. */
const ASKING_AT_ONCE = 4
/** Whoever's question takes longer has missed something: nobody else waits for what they alone want to know. */
const LONGEST_MS = 3_000
/** More than that is not waited for: apps read again what they show. */
const MOST_WAITING = 20_000

/** Somebody who wants to know what changes. */
export interface Subscriber {
  readonly bindings: Binding[]
  /** Whose row policies decide, at this moment. */
  caller(): Caller
  tell(payload: Payload): void
  /** Changes may have been missed. */
  missed(): void
  /** Their session is over. */
  ended(): void
}

/** What cannot be followed, in the hosted service's words. */
export class SubscriptionError extends Error {}

export type Changes = ReturnType<typeof createChanges>

/** Tells subscribers which rows changed (realtime.md §12), each what their own row policies let them see. */
export function createChanges(database: Database, log: FastifyBaseLogger) {
  const subscribers = new Set<Subscriber>()
  let waiting: Change[] = []
  let isWorking = false

  return {
    async start(): Promise<void> {
      await database.run({}, { text: 'select engine.follow_publication()' })
      await database.listen('engine_row_change', hear)
    },

    /** Throws `SubscriptionError` where a binding names what is not published, not readable or not comparable. */
    async check({ bindings, caller }: Pick<Subscriber, 'bindings' | 'caller'>): Promise<void> {
      const tables = await publishedTables(database, [caller().role])
      for (const binding of bindings) {
        const [table] = tables.filter((table) => isAbout(binding, table))
        if (!table) throw cannotSubscribe(`Please check Realtime is enabled for the given ${near(binding)}`)
        if (binding.table !== '*' && binding.schema !== '*') await checkOne(binding, table, caller())
      }
    },

    add: (subscriber: Subscriber) => subscribers.add(subscriber),
    remove: (subscriber: Subscriber) => subscribers.delete(subscriber),
  }

  async function checkOne(binding: Binding, table: Table, caller: Caller): Promise<void> {
    const trouble = (words: string) =>
      cannotSubscribe(`An exception happened so please check your ${near(binding)}. Exception: ${words}`)
    const strange = binding.conditions.find(({ column }) => !table.columns.some(({ name }) => name === column))
    if (strange) throw trouble(`invalid column for filter ${strange.column}`)
    // No rows are asked for, so only what is wrong with the question comes to light.
    const options = { caller, settings: { statement_timeout: STATEMENT_TIMEOUT } }
    await database.run(options, lookUpRows(table, caller.role, [], [binding])).catch((error) => {
      throw error instanceof pg.DatabaseError ? trouble(error.message) : error
    })
  }

  function hear(payload: string): void {
    if (subscribers.size === 0) return
    const change = readChange(payload)
    // An empty one: the connection was lost for a while.
    if (payload === '' || waiting.length >= MOST_WAITING) startAnew()
    else if (change) waiting.push(change)
    if (!isWorking) void work()
  }

  function startAnew(): void {
    waiting = []
    for (const subscriber of subscribers) subscriber.missed()
  }

  /** In the order of what happened: the next lot is looked at when this one has been told. */
  async function work(): Promise<void> {
    isWorking = true
    while (waiting.length > 0) {
      try {
        await tell(waiting.splice(0, MOST_AT_ONCE))
      } catch (error) {
        log.error(error, 'Changes could not be told')
        startAnew()
      }
    }
    isWorking = false
  }

  async function tell(lot: Change[]): Promise<void> {
    const audience = [...subscribers]
    const roles = [...new Set(audience.map(({ caller }) => caller().role))]
    const tables = await publishedTables(database, roles, [...new Set(lot.map(({ table }) => table))])
    const views = await lookAround(audience, lot, tables)
    for (const change of lot) {
      const table = tables.find(({ id }) => id === change.table)
      if (!table) continue
      for (const subscriber of audience) {
        const view = views.get(subscriber)?.get(table)
        if (!view || !subscribers.has(subscriber)) continue
        const { role } = subscriber.caller()
        for (const payload of tidingsOf(subscriber.bindings, role, change, table, view)) subscriber.tell(payload)
      }
    }
  }

  async function lookAround(audience: Subscriber[], lot: Change[], tables: Table[]) {
    const views = new Map<Subscriber, Map<Table, View>>()
    const questions = audience.flatMap((subscriber) =>
      tables.map((table) => ({
        subscriber,
        table,
        bindings: subscriber.bindings.filter((one) => isAbout(one, table)),
      })),
    )
    const askAll = async () => {
      for (let next = questions.pop(); next; next = questions.pop()) {
        const { subscriber, table, bindings } = next
        if (bindings.length === 0) continue
        const changes = lot.filter((change) => change.table === table.id)
        const asked = viewOf(database, log, subscriber.caller(), table, bindings, changes)
        const view = await inTime(asked, LONGEST_MS).catch((error) => {
          if (error instanceof SessionEnded) subscriber.ended()
          else if (isSlow(error)) subscriber.missed()
          else throw error
        })
        if (view) views.set(subscriber, (views.get(subscriber) ?? new Map()).set(table, view))
      }
    }
    await Promise.all(Array.from({ length: ASKING_AT_ONCE }, askAll))
    return views
  }
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

const cannotSubscribe = (words: string) =>
  new SubscriptionError(`Unable to subscribe to changes with given parameters. ${words}`)

const near = (binding: Binding) => `connect parameters: ${describeBinding(binding)}`
