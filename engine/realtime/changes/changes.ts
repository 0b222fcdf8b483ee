import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { type Change, readChange } from './change.ts'
import { changeEventsOf } from './change-events.ts'
import type { Subscriber } from './subscriber.ts'
import { checkSubscription } from './subscription-check.ts'
import { publishedTables } from './tables.ts'
import { viewsOf } from './visible-to-each.ts'

/** So many rows are looked up in one statement. */
const MOST_AT_ONCE = 500
/** More than that is not waited for: apps read again what they show. */
const MOST_WAITING = 20_000

/**
 * Tells subscribers which rows changed (docs/wire/realtime.md#changes-of-rows), each what their own row policies let
 * them see.
 */
export class Changes {
  readonly #database: Database
  readonly #log: FastifyBaseLogger
  readonly #subscribers = new Set<Subscriber>()
  #waiting: Change[] = []
  #isWorking = false

  constructor(database: Database, log: FastifyBaseLogger) {
    this.#database = database
    this.#log = log
  }

  async start(): Promise<void> {
    await this.#database.run({}, { text: 'select engine.follow_publication()' })
    await this.#database.listen('engine_row_change', (payload) => this.#hear(payload))
  }

  /** Throws `SubscriptionError`. */
  async check({ bindings, caller }: Pick<Subscriber, 'bindings' | 'caller'>): Promise<void> {
    await checkSubscription(this.#database, bindings, caller())
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber)
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
  }

  #hear(payload: string): void {
    if (this.#subscribers.size === 0) return
    const change = readChange(payload)
    // An empty one: the connection was lost for a while.
    if (payload === '' || this.#waiting.length >= MOST_WAITING) this.#startAnew()
    else if (change) this.#waiting.push(change)
    if (!this.#isWorking) void this.#work()
  }

  #startAnew(): void {
    this.#waiting = []
    for (const subscriber of this.#subscribers) subscriber.missed()
  }

  /** In the order of what happened: the next lot is looked at when this one has been told. */
  async #work(): Promise<void> {
    this.#isWorking = true
    while (this.#waiting.length > 0) {
      try {
        await this.#tell(this.#waiting.splice(0, MOST_AT_ONCE))
      } catch (error) {
        this.#log.error(error, 'Changes could not be told')
        this.#startAnew()
      }
    }
    this.#isWorking = false
  }

  async #tell(lot: Change[]): Promise<void> {
    const audience = [...this.#subscribers]
    const roles = [...new Set(audience.map(({ caller }) => caller().role))]
    const tables = await publishedTables(this.#database, roles, [...new Set(lot.map(({ table }) => table))])
    const views = await viewsOf(this.#database, this.#log, audience, tables, lot)
    for (const change of lot) {
      const table = tables.find(({ id }) => id === change.table)
      if (!table) continue
      for (const subscriber of audience) {
        const view = views.get(subscriber)?.get(table)
        if (!view || !this.#subscribers.has(subscriber)) continue
        const { role } = subscriber.caller()
        for (const event of changeEventsOf(subscriber.bindings, role, change, table, view)) subscriber.tell(event)
      }
    }
  }
}
