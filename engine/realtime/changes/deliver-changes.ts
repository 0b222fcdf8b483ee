import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { candidateSubscribers } from './candidate-subscribers.ts'
import { type Change, ChangeReader } from './change.ts'
import { changeEventsOf } from './change-events.ts'
import { publishedTables, type Table } from './published-tables.ts'
import type { Subscriber } from './subscriber.ts'
import { SubscriberIndex } from './subscriber-index.ts'
import { checkSubscription } from './subscription-check.ts'
import { visibleChanges } from './visible-changes.ts'
import type { VisibleChanges } from './visible-rows.ts'
import { WaitingChanges } from './waiting-changes.ts'

/** The changes of one table: candidate subscribers of each change, and the rows that each may see. */
type CandidateChanges = {
  table: Table
  concerned: Map<Change, Set<Subscriber>>
  views: Map<Subscriber, VisibleChanges>
}

/**
 * Tells subscribers which rows changed (docs/wire/realtime.md#changes-of-rows). Each receives what their row policies
 * allow.
 */
export class ChangeDelivery {
  readonly #database: Database
  readonly #log: FastifyBaseLogger
  readonly #audience = new SubscriberIndex()
  readonly #reader = new ChangeReader()
  readonly #waiting = new WaitingChanges()
  #isWorking = false

  constructor(database: Database, log: FastifyBaseLogger) {
    this.#database = database
    this.#log = log
  }

  async start(): Promise<void> {
    await this.#database.run({}, { text: 'select engine.follow_publication()' })
    const [channel] = await this.#database.run<{ name: string }>(
      {},
      { text: 'select name from engine.row_change_channel' },
    )
    if (channel) await this.#database.listen(channel.name, (payload) => this.#onNotification(payload))
  }

  /** Checks a subscription in advance. Throws `SubscriptionError`. */
  async check({ bindings, caller }: Pick<Subscriber, 'bindings' | 'caller'>): Promise<void> {
    await checkSubscription(this.#database, bindings, caller())
  }

  /** Adds a subscriber, or updates one that has a new token. */
  add(subscriber: Subscriber): void {
    this.#audience.add(subscriber)
  }

  remove(subscriber: Subscriber): void {
    this.#audience.remove(subscriber)
  }

  #onNotification(payload: string): void {
    if (this.#audience.size === 0) return
    const heard = this.#reader.read(payload)
    // An empty payload means that notifications may have been missed while the connection was lost.
    if (payload === '' || this.#waiting.isFull) this.#dropWaiting()
    else if (heard) this.#waiting.add(heard)
    if (!this.#isWorking) void this.#work()
  }

  /** Drops the changes that wait, and tells apps to read their data again. */
  #dropWaiting(): void {
    this.#waiting.clear()
    for (const subscriber of this.#audience) subscriber.missed()
  }

  /** Handles the changes in order: the next batch starts after this one has been sent. */
  async #work(): Promise<void> {
    this.#isWorking = true
    while (!this.#waiting.isEmpty) {
      try {
        await this.#deliver(this.#waiting.take())
      } catch (error) {
        this.#log.error(error, 'Changes could not be sent to subscribers')
        this.#dropWaiting()
      }
    }
    this.#isWorking = false
  }

  async #deliver(lot: Change[]): Promise<void> {
    const ids = [...new Set(lot.map(({ table }) => table))]
    const tables = await publishedTables(this.#database, this.#audience.roles, ids)
    const known = new Map<string, CandidateChanges>()
    for (const table of tables) {
      const ofTable = lot.filter((change) => change.table === table.id)
      const concerned = candidateSubscribers(this.#audience, table, ofTable)
      known.set(table.id, {
        table,
        concerned,
        views: await visibleChanges(this.#database, this.#log, table, concerned),
      })
    }
    for (const change of lot) {
      const about = known.get(change.table)
      for (const subscriber of about?.concerned.get(change) ?? []) {
        const view = about?.views.get(subscriber)
        if (!about || !view || !this.#audience.has(subscriber)) continue
        const { role } = subscriber.caller()
        for (const event of changeEventsOf(subscriber.bindings, role, change, about.table, view)) subscriber.tell(event)
      }
    }
  }
}
