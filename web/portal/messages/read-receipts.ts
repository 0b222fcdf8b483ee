import { nameOf } from '../people/person.tsx'
import type { ServerFrame } from './chat-protocol.ts'
import { loadReads } from './chat-queries.ts'
import { JitteredThrottle } from './jittered-throttle.ts'

/** The name of a person and the number of the last message they have seen. */
type ReadPosition = { name: string; upTo: number }
export type ReadPositions = ReadonlyMap<string, ReadPosition>

type Options = {
  onChange: (positions: ReadPositions) => void
  /** Sends this person's read position; returns false if there is no connection. */
  send: (upTo: number) => boolean
}

/** Tracks how much of the chat each person has seen (docs/specification/messages.md#seen). */
export class ReadReceipts {
  readonly #options: Options
  readonly #names = new Map<string, string>()
  readonly #upTo = new Map<string, number>()
  readonly #reload = new JitteredThrottle(() => void this.#load())
  #ownPosition = 0
  #sent = 0

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Called when a connection opens: loads read positions that were missed, and sends the own one if it was not sent.
   */
  connected(isBack: boolean): void {
    this.#sent = 0
    this.#send()
    this.#reload.connected(isBack)
  }

  /** Called when the database has stored that this person has seen the chat up to a number. */
  markSeen(upTo: number): void {
    this.#ownPosition = Math.max(this.#ownPosition, upTo)
    this.#send()
  }

  handle({ seen }: Extract<ServerFrame, { type: 'seen' }>): void {
    for (const { userId, upTo } of seen) this.#raisePosition(userId, upTo)
    this.#publish()
    // The name of a person who reads for the first time is not known yet, so the names are loaded again.
    if (seen.some(({ userId }) => !this.#names.has(userId))) this.#reload.request()
  }

  stop(): void {
    this.#reload.stop()
  }

  async #load(): Promise<void> {
    try {
      for (const person of await loadReads()) {
        this.#names.set(person.user_id, nameOf(person))
        this.#raisePosition(person.user_id, person.up_to)
      }
      this.#publish()
    } catch (error) {
      console.info('The read receipts could not be loaded:', error)
    }
  }

  #raisePosition(userId: string, upTo: number): void {
    this.#upTo.set(userId, Math.max(upTo, this.#upTo.get(userId) ?? 0))
  }

  #send(): void {
    if (this.#ownPosition > this.#sent && this.#options.send(this.#ownPosition)) this.#sent = this.#ownPosition
  }

  #publish(): void {
    const positions = Array.from(this.#names, ([id, name]) => [id, { name, upTo: this.#upTo.get(id) ?? 0 }] as const)
    this.#options.onChange(new Map(positions))
  }
}
