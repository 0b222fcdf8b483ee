import type { Change } from './change.ts'

/** The most changes in one batch, and the most characters of their notifications. */
const BATCH = { changes: 500, size: 4_000_000 }
/** The most changes that wait. */
const LIMIT = { changes: 20_000, size: 64_000_000 }

type WaitingChange = { change: Change; size: number }

/** Changes that wait for delivery, in order, as many as memory allows. */
export class WaitingChanges {
  #waiting: WaitingChange[] = []
  #size = 0

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  get isFull(): boolean {
    return this.#waiting.length >= LIMIT.changes || this.#size >= LIMIT.size
  }

  add(waiting: WaitingChange): void {
    this.#waiting.push(waiting)
    this.#size += waiting.size
  }

  clear(): void {
    this.#waiting = []
    this.#size = 0
  }

  /** Takes the next batch, of one change at least. */
  take(): Change[] {
    let size = 0
    const end = this.#waiting.findIndex((waiting, at) => {
      size += waiting.size
      return at >= BATCH.changes || (at > 0 && size > BATCH.size)
    })
    const batch = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
    for (const taken of batch) this.#size -= taken.size
    return batch.map(({ change }) => change)
  }
}
