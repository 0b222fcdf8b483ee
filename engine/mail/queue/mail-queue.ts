import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../../database/database.ts'
import { failureOf } from '../failure.ts'
import type { Mailer } from '../mailer.ts'
import * as statements from './mail-statements.ts'
import { type ClaimedRow, mailOf, type QueuedMail } from './queued-mail.ts'

const CHECK_INTERVAL_MS = 10_000
/** How long a caller waits for a mail server; some delay unknown senders for half a minute on purpose. */
const CALLER_WAIT_MS = 3_000
const STOP_TIMEOUT_MS = 5_000
/** A third of the time that a claim lasts. */
const CLAIM_RENEWAL_MS = 10_000
const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 5 * 60_000
/** How often a result is written again while the database is away. */
const RESULT_RETRY_MS = 1_000
const RESULT_DEADLINE_MS = 5 * 60_000

export interface MailQueueApi {
  /**
   * Queues a mail in the transaction that causes it; call `sendNow` after the commit. Undefined where its key was queued
   * before.
   */
  add(tx: Transaction, mail: QueuedMail): Promise<string | undefined>
  /** Removes mails that were not tried yet, in the transaction that revokes their cause. */
  cancel(tx: Transaction, ids: readonly string[]): Promise<void>
  /** Queues a mail on its own. Resolves once it is stored and was tried as by `sendNow`. */
  addAndSend(mail: QueuedMail): Promise<void>
  /**
   * Sends mails that were just committed, unless the server refused all mails a moment ago. Resolves when they were
   * tried, or when that takes longer than a caller should wait; never rejects.
   */
  sendNow(ids: readonly string[]): Promise<void>
  /**
   * Does the same as `sendNow`, but does not wait for a mail server, since the response time would reveal whether a mail
   * was sent. A folder is written to at once.
   */
  sendInBackground(ids: readonly string[]): Promise<void>
  counts(): Promise<{ waiting: number; undelivered: number }>
}

type Parts = { database: Database; mailer: Mailer; log: Pick<FastifyBaseLogger, 'warn' | 'error'> }

/**
 * The queue of mails in the database, from which any of several servers sends each mail once. A server renews its claim
 * while it sends a mail, so that another one takes over within a minute if it dies. A mail is sent twice only where a
 * server dies, or loses the database for half a minute, between the mail server's answer and the record of it, or where
 * that answer takes too long.
 */
export class MailQueue implements MailQueueApi {
  readonly #parts: Parts
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Work in progress, in the loop and beside it. */
  readonly #working = new Set<Promise<unknown>>()
  /** The last mail at which the server refused all mails. */
  #troubled: string | undefined
  /** The pause before a mail server that refuses all mails is tried again. */
  #pauseMs = 0
  #pausedUntil = 0
  #isLooking = false
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async add(tx: Transaction, mail: QueuedMail): Promise<string | undefined> {
    const { text, values } = statements.insert(mail)
    const [row] = await tx.query<{ id: string }>(text, values)
    return row?.id
  }

  async cancel(tx: Transaction, ids: readonly string[]) {
    const { text, values } = statements.cancel(ids)
    await tx.query(text, values)
  }

  async addAndSend(mail: QueuedMail): Promise<void> {
    const id = await this.#parts.database.transaction({}, (tx) => this.add(tx, mail))
    if (id !== undefined) await this.sendNow([id])
  }

  async sendInBackground(ids: readonly string[]): Promise<void> {
    const tried = this.sendNow(ids)
    if (this.#parts.mailer.host === undefined) await tried
  }

  async sendNow(ids: readonly string[]): Promise<void> {
    const tried = this.#work(async () => {
      for (const id of ids) {
        if (!this.#isPausing() && !this.#isStopped) await this.#send(statements.claimOwn(id))
      }
    })
    const answered = new AbortController()
    const patience = sleep(CALLER_WAIT_MS, undefined, { signal: answered.signal, ref: false }).catch(() => undefined)
    await Promise.race([tried, patience])
    answered.abort()
  }

  /** Sends due mails from now on, until `stop`. */
  start() {
    void this.#work(() => this.#parts.database.listen('mails', () => this.#sendWithoutPause()))
    void this.#work(() => this.#run(statements.report(this.#parts.mailer.host ?? null)))
    void this.#scheduleNext()
  }

  /** Sends the mails that are due, the most urgent first, until the server refuses. */
  sendDue(): Promise<void> {
    return this.#work(async () => {
      for (const statement of statements.deleteOldMails) await this.#run(statement)
      while (!this.#isStopped && !this.#isPausing() && (await this.#send(statements.claimNext)));
    })
  }

  /** Waits for mails that are being sent, up to a time limit; another process claims a slower mail later. */
  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await Promise.race([Promise.all(this.#working), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }

  async counts(): Promise<{ waiting: number; undelivered: number }> {
    const [counts = { waiting: 0, undelivered: 0 }] = await this.#run<{ waiting: number; undelivered: number }>(
      statements.count,
    )
    return counts
  }

  async #scheduleNext() {
    this.#isLooking = true
    await this.sendDue()
    this.#isLooking = false
    if (this.#isStopped) return
    const pauseMs = Math.max(CHECK_INTERVAL_MS, this.#pausedUntil - performance.now())
    this.#timer = setTimeout(() => void this.#scheduleNext(), pauseMs).unref()
  }

  /** A user has requested a mail: the mail server may work again, so it is tried at once. */
  #sendWithoutPause() {
    this.#pausedUntil = 0
    if (this.#isLooking || this.#isStopped) return
    clearTimeout(this.#timer)
    void this.#scheduleNext()
  }

  /** Catches failures of the database: waiting mails are looked at again later. */
  async #work(work: () => Promise<unknown>): Promise<void> {
    const working = work().catch((error: unknown) =>
      this.#parts.log.error(error, 'The mails on their way were not to be had.'),
    )
    this.#working.add(working)
    await working
    this.#working.delete(working)
  }

  /** Returns true if there was a mail. */
  async #send(claim: typeof statements.claimNext): Promise<boolean> {
    const [row] = await this.#run<ClaimedRow>(claim)
    if (!row) return false
    const renewing = setInterval(() => void this.#renew(row.id), CLAIM_RENEWAL_MS).unref()
    try {
      return await this.#sendClaimed(row)
    } finally {
      clearInterval(renewing)
    }
  }

  async #renew(id: string) {
    // The current work may end; then the queue stops.
    if (this.#isStopped) return
    await this.#run(statements.renew(id)).catch((error: unknown) =>
      this.#parts.log.error(error, 'The claim of a mail could not be renewed.'),
    )
  }

  async #sendClaimed(row: ClaimedRow): Promise<true> {
    try {
      await this.#parts.mailer.send(mailOf(row))
    } catch (error) {
      await this.#noteFailure(row, error)
      return true
    }
    await this.#note(statements.sent(row.id))
    if (this.#troubled !== undefined) await this.#run(statements.retryDeferredMails)
    this.#troubled = undefined
    this.#pauseMs = 0
    this.#pausedUntil = 0
    return true
  }

  async #noteFailure({ id, refusals }: ClaimedRow, error: unknown) {
    const failure = failureOf(error)
    this.#parts.log.warn(error, 'A mail could not be sent.')
    const isAgain = this.#troubled === id
    if (failure.concerns === 'server') {
      this.#troubled = id
      this.#pauseMs = Math.min(Math.max(FIRST_RETRY_MS, this.#pauseMs * 2), MAX_RETRY_MS)
      this.#pausedUntil = performance.now() + this.#pauseMs
    }
    await this.#note(statements.failed(id, failure, refusals, isAgain))
  }

  /** Records a result, retrying until it is stored: a lost record would send the mail twice. */
  async #note(statement: ReturnType<typeof statements.sent>) {
    for (const until = Date.now() + RESULT_DEADLINE_MS; ; ) {
      try {
        await this.#run(statement)
        return
      } catch (error) {
        if (this.#isStopped || Date.now() > until) throw error
        this.#parts.log.error(error, 'What became of a mail could not be written down.')
        await sleep(RESULT_RETRY_MS)
      }
    }
  }

  #isPausing = () => performance.now() < this.#pausedUntil

  #run<Row extends Record<string, unknown>>(statement: typeof statements.claimNext) {
    return this.#parts.database.run<Row>({}, statement)
  }
}
