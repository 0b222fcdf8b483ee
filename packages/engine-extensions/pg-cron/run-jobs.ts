import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, PROJECT_SEARCH_PATH, type Work } from 'engine/feature'
import type { FastifyBaseLogger } from 'fastify'
import * as statements from './job-statements.ts'

/** Units of schedules: minutes or seconds. */
const [MINUTE_MS, SECOND_MS] = [60_000, 1_000]
/** A margin in milliseconds, since timers may fire slightly early. */
const START_DELAY_MS = 20
const PRUNE_INTERVAL_MS = 24 * 60 * MINUTE_MS
const STOP_TIMEOUT_MS = 5_000
/** The most concurrent jobs, since each holds a connection to PostgreSQL. */
const CONCURRENT_JOBS = 5

type Look = { now: string; nowMs: number; hasSeconds: boolean; due: string[] }
type Parts = { database: Database; log: Pick<FastifyBaseLogger, 'error'> }

export async function runJobs(parts: Parts): Promise<Work> {
  const jobs = new JobRunner(parts)
  await jobs.start()
  return jobs
}

/** Runs the jobs of cron.job when they are due: each on one of several servers, and never twice at the same time. */
export class JobRunner implements Work {
  readonly #parts: Parts
  readonly #running = new Map<string, Promise<void>>()
  /** Jobs that became due while they were running or while too many others were. */
  readonly #waiting = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #looking: Promise<void> = Promise.resolve()
  #since: string | undefined
  #forgotAt = 0
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async start() {
    await this.#run(statements.failInterruptedRuns)
    await this.#parts.database.listen('engine_cron', () => void this.look())
    await this.look()
  }

  /** Waits for running jobs to end, up to a time limit. */
  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#waiting.clear()
    const over = this.#looking.then(() => Promise.all(this.#running.values()))
    await Promise.race([over, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }

  /** Starts the due jobs, and schedules the next look at the beginning of the next minute or second. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look())
    return this.#looking
  }

  async #look() {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    let pauseMs = MINUTE_MS
    try {
      const [found] = await this.#run<Look>(statements.dueJobs(this.#since))
      if (found) {
        const everyMs = found.hasSeconds ? SECOND_MS : MINUTE_MS
        pauseMs = everyMs - (found.nowMs % everyMs) + START_DELAY_MS
        this.#since = found.now
        for (const id of found.due) this.#begin(id)
      }
      if (Date.now() - this.#forgotAt > PRUNE_INTERVAL_MS) {
        this.#forgotAt = Date.now()
        await this.#run(statements.deleteOldRuns)
      }
    } catch (error) {
      this.#parts.log.error(error, 'The jobs of cron.job could not be loaded.')
      pauseMs = SECOND_MS
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.look(), pauseMs).unref()
  }

  #begin(id: string) {
    if (this.#running.has(id) || this.#running.size === CONCURRENT_JOBS) {
      this.#waiting.add(id)
      return
    }
    this.#waiting.delete(id)
    const running = this.#do(id).finally(() => {
      this.#running.delete(id)
      for (const next of [...this.#waiting]) this.#begin(next)
    })
    this.#running.set(id, running)
  }

  async #do(id: string) {
    try {
      const [begun] = await this.#run<{ runid: string; command: string }>(statements.insertRun(id))
      if (!begun) return
      const outcome = await this.#execute(id, begun.command).then(
        (message) => statements.finishRun(begun.runid, 'succeeded', message),
        (error: unknown) =>
          statements.finishRun(begun.runid, 'failed', `ERROR: ${error instanceof Error ? error.message : error}`),
      )
      await this.#run(outcome)
    } catch (error) {
      this.#parts.log.error(error, `The result of job ${id} of cron.job could not be stored.`)
    }
  }

  /**
   * Runs a job's command as the owner of the database, like the statements of migrations. On PostgreSQL it waits while
   * another server runs the same job.
   */
  async #execute(id: string, command: string): Promise<string> {
    const { database } = this.#parts
    return database.transaction({ settings: { search_path: PROJECT_SEARCH_PATH } }, async (tx) => {
      const { text, values } = statements.lockJob(id)
      await tx.query(text, values)
      const rows: unknown = await tx.query(command)
      const count = Array.isArray(rows) ? rows.length : 0
      return `${count} row${count === 1 ? '' : 's'}`
    })
  }

  #run<R extends Record<string, unknown>>(statement: { text: string; values?: unknown[] }): Promise<R[]> {
    return this.#parts.database.run<R>({}, statement)
  }
}
