import { DatabaseBusy } from '../database.ts'

const MOST_WAITING = 200
const LONGEST_WAIT_MS = 10_000

type Waiting = { letIn: () => void; timer: NodeJS.Timeout }

/** A queue in order of arrival: callers enter while there is room, and the others wait. */
export class Turnstile {
  readonly #room: () => number
  readonly #line: Waiting[] = []
  #inside = 0

  /** `room` returns how many may be inside now. Call `admit` when it has grown by itself. */
  constructor(room: () => number) {
    this.#room = room
  }

  /** Enters if there is room at once, and returns whether it did. */
  tryEnter(): boolean {
    if (this.#line.length > 0 || this.#inside >= this.#room()) return false
    this.#inside++
    return true
  }

  /** Throws `DatabaseBusy` where the queue is too long or moves too slowly. */
  async enter(): Promise<void> {
    if (this.tryEnter()) return
    if (this.#line.length >= MOST_WAITING) throw new DatabaseBusy()
    const turn = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#line.splice(this.#line.indexOf(waiting), 1)
      turn.reject(new DatabaseBusy())
    }, LONGEST_WAIT_MS)
    const waiting: Waiting = { letIn: turn.resolve, timer }
    this.#line.push(waiting)
    this.admit()
    return turn.promise
  }

  leave() {
    this.#inside--
    this.admit()
  }

  admit() {
    while (this.#inside < this.#room()) {
      const next = this.#line.shift()
      if (!next) return
      clearTimeout(next.timer)
      this.#inside++
      next.letIn()
    }
  }
}
