import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'

/** Work that comes round, done once whenever it is due, however many servers there are. */
export type Job = {
  /** What the servers agree by; unique among the jobs of an installation. */
  name: string
  everyMs: number
  /** A failure is logged, and the job done again when it is due next. */
  run(signal: AbortSignal): Promise<void>
}

/** What is due is noticed within this time, also after a clock was set or a machine slept. */
const LOOK_EVERY_MS = 30_000

/** Does jobs from now on, until it is stopped; what is under way then is told by its signal, and waited for. */
export class Clock {
  readonly #database: Database
  readonly #log: { error(error: unknown, message: string): void }
  readonly #stopped = new AbortController()
  readonly #running: Promise<void>

  constructor(database: Database, log: { error(error: unknown, message: string): void }, jobs: readonly Job[]) {
    this.#database = database
    this.#log = log
    this.#running = Promise.all(jobs.map((job) => this.#again(job))).then(() => undefined)
  }

  async stop() {
    this.#stopped.abort()
    await this.#running
  }

  async #again(job: Job) {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      try {
        if (await this.#takesTurn(job)) await job.run(signal)
      } catch (error) {
        if (!signal.aborted) this.#log.error(error, `${job.name}: failed, and is done again when it is due next.`)
      }
      await sleep(Math.min(job.everyMs, LOOK_EVERY_MS), undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /** Of several servers one finds the job due, and sets it on. */
  async #takesTurn({ name, everyMs }: Job): Promise<boolean> {
    const taken = await this.#database.run(
      {},
      {
        text: `
          insert into engine.clock (job, due_at) values ($1, now() + make_interval(secs => $2))
          on conflict (job) do update set due_at = excluded.due_at where clock.due_at <= now()
          returning job`,
        values: [name, everyMs / 1000],
      },
    )
    return taken.length > 0
  }
}
