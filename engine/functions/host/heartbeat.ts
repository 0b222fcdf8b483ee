import type { Worker } from 'node:worker_threads'

/** The number of pings within the time that a thread may be silent. */
const BEATS = 10

export type Limits = {
  /** The longest time without any answer, as when a thread waits for itself. */
  silenceMs: number
  /** The longest time that a function may compute without a pause, once it has started. */
  computingMs: number
}

/**
 * Pings a thread after its first sign of life. Unanswered pings are counted instead of time measured, so that a delay
 * of the server's own thread does not count; and computing time is the thread's CPU time, which a busy machine does not
 * extend.
 */
export class Heartbeat {
  readonly #worker: Worker
  readonly #limits: Limits
  readonly #on: { ask(): void; onLost(deed: string): void }
  #beat: NodeJS.Timeout | undefined
  #unanswered = 0
  #cpuMs = 0
  #isStarting = 0

  constructor(worker: Worker, limits: Limits, on: { ask(): void; onLost(deed: string): void }) {
    this.#worker = worker
    this.#limits = limits
    this.#on = on
  }

  /** Whether the last ping was not answered. */
  get isUnresponsive(): boolean {
    return this.#unanswered > 1
  }

  /** Records a sign of life, and the thread's total CPU time by then. */
  recordResponse(cpuMs: number) {
    this.#unanswered = 0
    this.#cpuMs = cpuMs
    this.#beat ??= setInterval(() => this.#ask(), this.#limits.silenceMs / BEATS)
  }

  /** Pauses the limit while a function starts, because compiling it is not its fault. */
  setStarting(is: boolean) {
    this.#isStarting += is ? 1 : -1
  }

  stop() {
    clearInterval(this.#beat)
  }

  #ask() {
    const { silenceMs } = this.#limits
    if (this.#unanswered === BEATS) return this.#on.onLost(`did not answer for ${silenceMs / 1000} s`)
    if (this.#unanswered > 0 && this.#isStarting === 0) void this.#measure()
    this.#unanswered += 1
    this.#on.ask()
  }

  async #measure() {
    const { computingMs } = this.#limits
    const usage = await this.#worker.cpuUsage().catch(() => undefined) // it has ended meanwhile
    if (usage === undefined || this.#unanswered === 0 || this.#isStarting > 0) return
    const spentMs = (usage.user + usage.system) / 1000 - this.#cpuMs
    if (spentMs >= computingMs) this.#on.onLost(`computed for ${computingMs / 1000} s without a pause`)
  }
}
