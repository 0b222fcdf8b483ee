import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'

/** A recurring job that runs once whenever it is due, however many servers there are. */
export type Job = {
  /** The name by which servers agree on the job; unique in an installation. */
  name: string
  everyMs: number
  /** A failure is logged, and the job runs again when it is due next. */
  run(signal: AbortSignal): Promise<void>
}

/** A due job is noticed within this time, also after the clock was set or the machine slept. */
const CHECK_INTERVAL_MS = 30_000

/** Runs jobs until it is stopped. A job that runs then is aborted by its signal and awaited. */
export class Scheduler {
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
        if (await this.#claim(job)) await job.run(signal)
      } catch (error) {
        if (!signal.aborted) this.#log.error(error, `${job.name}: failed, and is done again when it is due next.`)
      }
      await sleep(Math.min(job.everyMs, CHECK_INTERVAL_MS), undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /**
   * Only one of several servers finds the job due and moves its due time on. A due time further away than the interval
   * was written while the clock ran ahead, and counts as due. The minute is for servers that ask at the same time: one
   * that waited for the row has an older `now()`.
   */
  async #claim({ name, everyMs }: Job): Promise<boolean> {
    const taken = await this.#database.run(
      {},
      {
        text: `
          insert into engine.clock (job, due_at) values ($1, now() + make_interval(secs => $2))
          on conflict (job) do update set due_at = excluded.due_at
            where clock.due_at <= now() or clock.due_at > excluded.due_at + interval '1 minute'
          returning job`,
        values: [name, everyMs / 1000],
      },
    )
    return taken.length > 0
  }
}
