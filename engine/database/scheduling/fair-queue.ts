import { DatabaseBusy } from '../database.ts'

const MAX_WAITING = 200
const MAX_WAIT_MS = 10_000

type Waiting = { letIn: () => void; timer: NodeJS.Timeout }

/** A queue in order of arrival: callers enter while there is room, and the others wait. */
export class FairQueue {
  readonly #room: () => number
  readonly #queue: Waiting[] = []
  #inside = 0

  /** `room` returns how many may be inside now. Call `admit` when it has grown by itself. */
  constructor(room: () => number) {
    this.#room = room
  }

  /** Enters if there is room at once, and returns whether it did. */
  tryEnter(): boolean {
    if (this.#queue.length > 0 || this.#inside >= this.#room()) return false
    this.#inside++
    return true
  }

  /** Throws `DatabaseBusy` where the queue is too long or moves too slowly. */
  async enter(): Promise<void> {
    if (this.tryEnter()) return
    if (this.#queue.length >= MAX_WAITING) throw new DatabaseBusy()
    const turn = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#queue.splice(this.#queue.indexOf(waiting), 1)
      turn.reject(new DatabaseBusy())
    }, MAX_WAIT_MS)
    const waiting: Waiting = { letIn: turn.resolve, timer }
    this.#queue.push(waiting)
    this.admit()
    return turn.promise
  }

  leave() {
    this.#inside--
    this.admit()
  }

  admit() {
    while (this.#inside < this.#room()) {
      const next = this.#queue.shift()
      if (!next) return
      clearTimeout(next.timer)
      this.#inside++
      next.letIn()
    }
  }
}
