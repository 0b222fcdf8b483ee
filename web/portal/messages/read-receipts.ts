import { nameOf } from '../people/person.tsx'
import type { ServerFrame } from './chat-protocol.ts'
import { loadReads } from './chat-queries.ts'
import { JitteredThrottle } from './jittered-throttle.ts'

/** A person and the number up to which they have seen the chat. */
type ReadPosition = { name: string; upTo: number }
export type ReadPositions = ReadonlyMap<string, ReadPosition>

type Options = {
  onChange: (seers: ReadPositions) => void
  /** Returns false without a connection. */
  send: (upTo: number) => boolean
}

/** Tracks how much of the chat each person has seen (docs/specification/messages.md#seen). */
export class ReadReceipts {
  readonly #options: Options
  readonly #names = new Map<string, string>()
  readonly #upTo = new Map<string, number>()
  readonly #people = new JitteredThrottle(() => void this.#load())
  #mine = 0
  #told = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Called when a connection opens: loads what was missed without one, and sends what was not sent. */
  connected(isBack: boolean): void {
    this.#told = 0
    this.#tell()
    this.#people.connected(isBack)
  }

  /** Called when this person has seen the chat up to a number and the database has stored it. */
  markSeen(upTo: number): void {
    this.#mine = Math.max(this.#mine, upTo)
    this.#tell()
  }

  handle({ seen }: Extract<ServerFrame, { type: 'seen' }>): void {
    for (const { userId, upTo } of seen) this.#raise(userId, upTo)
    this.#change()
    // The name of a person who reads for the first time is not known yet.
    if (seen.some(({ userId }) => !this.#names.has(userId))) this.#people.request()
  }

  stop(): void {
    this.#people.stop()
  }

  async #load(): Promise<void> {
    try {
      for (const person of await loadReads()) {
        this.#names.set(person.user_id, nameOf(person))
        this.#raise(person.user_id, person.up_to)
      }
      this.#change()
    } catch (error) {
      console.info('Who has seen the messages did not load:', error)
    }
  }

  #raise(userId: string, upTo: number): void {
    this.#upTo.set(userId, Math.max(upTo, this.#upTo.get(userId) ?? 0))
  }

  #tell(): void {
    if (this.#mine > this.#told && this.#options.send(this.#mine)) this.#told = this.#mine
  }

  #change(): void {
    const seers = Array.from(this.#names, ([id, name]) => [id, { name, upTo: this.#upTo.get(id) ?? 0 }] as const)
    this.#options.onChange(new Map(seers))
  }
}
