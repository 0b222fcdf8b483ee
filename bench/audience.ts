import { setTimeout as sleep } from 'node:timers/promises'
import type { Admitted } from './sockets.ts'
import { until } from './until.ts'

/** Between two messages, so that one is seen by all before the next is sent. */
const PAUSE_MS = 100
const SEEN_LIMIT_MS = 10_000

/** From send to seen, in ms: by each of them, and by the last of all. */
export type Sights = { one: number[]; all: number[] }

/** What those in a room hear of messages that are told apart by their marks. `words`: how to say a text there. */
export class Audience {
  readonly #present: readonly Admitted[]
  readonly #words: (text: string) => unknown
  readonly #said = new Map<string, { at: number; seen: number[] }>()

  constructor(present: readonly Admitted[], words: (text: string) => unknown) {
    this.#present = present
    this.#words = words
    for (const admitted of present) admitted.onFrame = (frame) => this.#hear(frame)
  }

  /** Each message once all have seen the one before. */
  async byTurns(count: number): Promise<Sights> {
    this.#said.clear()
    for (let number = 0; number < count; number += 1) {
      this.#say(number)
      await this.#untilAllHaveSeen()
      await sleep(PAUSE_MS)
    }
    return this.#sights()
  }

  /** So many a second, whether the ones before were seen or not. */
  async steadily(count: number, perSecond: number): Promise<Sights> {
    this.#said.clear()
    const start = performance.now()
    for (let number = 0; number < count; number += 1) {
      await sleep(Math.max(0, start + (number * 1000) / perSecond - performance.now()))
      this.#say(number)
    }
    await this.#untilAllHaveSeen()
    return this.#sights()
  }

  leave(): void {
    for (const { socket } of this.#present) socket.close()
  }

  #say(number: number): void {
    const mark = crypto.randomUUID()
    this.#said.set(mark, { at: performance.now(), seen: [] })
    const words = this.#words(`This is message <${mark}>, about as long as people write to each other.`)
    this.#present[number % this.#present.length]?.say(words)
  }

  #hear(frame: string): void {
    const said = this.#said.get(/<([-0-9a-f]{36})>/.exec(frame)?.[1] ?? '')
    said?.seen.push(performance.now() - said.at)
  }

  async #untilAllHaveSeen(): Promise<void> {
    const have = () => this.#said.values().every(({ seen }) => seen.length >= this.#present.length)
    if (!(await until(have, SEEN_LIMIT_MS))) throw new Error('Somebody did not see every message.')
  }

  #sights(): Sights {
    const times = [...this.#said.values()].map(({ seen }) => seen)
    return { one: times.flat(), all: times.map((seen) => Math.max(...seen)) }
  }
}
