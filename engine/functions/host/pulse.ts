import type { Worker } from 'node:worker_threads'

/** It is asked for a sign of life so many times while it may be silent. */
const BEATS = 10

export type Limits = {
  /** How long it may answer nothing at all, as when it waits for itself. */
  silenceMs: number
  /** How long a function may compute without a pause, once it has started. */
  computingMs: number
}

/**
 * Asks a thread for signs of life once there was one. Counted and not measured: where this thread is held up, the other
 * is not late; and what it computes is its own time on the processor, which a busy machine does not make longer.
 */
export class Pulse {
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

  /** It has not answered when it was last asked. */
  get isWeak(): boolean {
    return this.#unanswered > 1
  }

  /** A sign of life, and how long the thread had computed by then in all. */
  felt(cpuMs: number) {
    this.#unanswered = 0
    this.#cpuMs = cpuMs
    this.#beat ??= setInterval(() => this.#ask(), this.#limits.silenceMs / BEATS)
  }

  /** What is compiled when a function starts is no fault of the function. */
  starts(is: boolean) {
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
