import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../../database/database.ts'
import { failureOf } from '../failure.ts'
import type { Mailer } from '../mailer.ts'
import { type ClaimedRow, mailOf, type QueuedMail } from './queued-mail.ts'
import * as statements from './statements.ts'

const LOOK_EVERY_MS = 10_000
/** A server of mails may keep a stranger waiting for half a minute on purpose. */
const PATIENCE_MS = 3_000
const STOP_MS = 5_000
/** A third of the time that a claim lasts. */
const RENEW_EVERY_MS = 10_000
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 5 * 60_000
/** While the database is away, what was sent waits to be written down. */
const WRITE_AGAIN_AFTER_MS = 1_000
const NOTED_WITHIN_MS = 5 * 60_000

export interface Mails {
  /** Writes a mail in the transaction of what causes it; after the commit, `hurry` it. Undefined where its key is known. */
  add(tx: Transaction, mail: QueuedMail): Promise<string | undefined>
  /** Takes mails back that nobody has tried to send yet, in the transaction of what is taken back. */
  takeBack(tx: Transaction, ids: readonly string[]): Promise<void>
  /** A mail that nothing else in the database belongs to. Resolves once it is stored, and was tried as by `hurry`. */
  put(mail: QueuedMail): Promise<void>
  /**
   * Sends what was just committed, unless the server took none a moment ago. Resolves when it was tried, or when that takes
   * longer than somebody who waits for their answer should be kept; never rejects.
   */
  hurry(ids: readonly string[]): Promise<void>
  /**
   * Sends like `hurry` without waiting for a mail server, since the time of an answer would tell whether there was a mail. A
   * folder is written to at once.
   */
  hurryUnnoticed(ids: readonly string[]): Promise<void>
  counts(): Promise<{ waiting: number; undelivered: number }>
}

type Parts = { database: Database; mailer: Mailer; log: Pick<FastifyBaseLogger, 'warn' | 'error'> }

/**
 * The mails on their way, kept in the database: any of several servers sends each of them, once. Whoever is at a mail keeps its
 * claim alive, so that it goes again within a minute where they die. Twice only where a process dies, or loses the database for
 * half a minute, between the mail server's answer and the note of it, or where that answer takes too long.
 */
export class MailQueue implements Mails {
  readonly #parts: Parts
  #timer: ReturnType<typeof setTimeout> | undefined
  /** What is under way, in the loop and beside it. */
  readonly #working = new Set<Promise<unknown>>()
  /** The mail at which the server took none at all, last. */
  #troubled: string | undefined
  /** Of the mail server that takes none at all. */
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

  async takeBack(tx: Transaction, ids: readonly string[]) {
    const { text, values } = statements.takeBack(ids)
    await tx.query(text, values)
  }

  async put(mail: QueuedMail): Promise<void> {
    const id = await this.#parts.database.transaction({}, (tx) => this.add(tx, mail))
    if (id !== undefined) await this.hurry([id])
  }

  async hurryUnnoticed(ids: readonly string[]): Promise<void> {
    const tried = this.hurry(ids)
    if (this.#parts.mailer.host === undefined) await tried
  }

  async hurry(ids: readonly string[]): Promise<void> {
    const tried = this.#work(async () => {
      for (const id of ids) {
        if (!this.#isPausing() && !this.#isStopped) await this.#send(statements.claimOwn(id))
      }
    })
    const answered = new AbortController()
    const patience = sleep(PATIENCE_MS, undefined, { signal: answered.signal, ref: false }).catch(() => undefined)
    await Promise.race([tried, patience])
    answered.abort()
  }

  /** Sends what is due, from now on until `stop`. */
  start() {
    void this.#work(() => this.#parts.database.listen('mails', () => this.#lookNow()))
    void this.#work(() => this.#run(statements.report(this.#parts.mailer.host ?? null)))
    void this.#look()
  }

  /** What is due by now, the most urgent first, for as long as the server takes it. */
  sendDue(): Promise<void> {
    return this.#work(async () => {
      for (const statement of statements.tidy) await this.#run(statement)
      while (!this.#isStopped && !this.#isPausing() && (await this.#send(statements.claimNext)));
    })
  }

  /** Waits for what is being sent, but not for a mail server that takes its time: another process claims that mail later. */
  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await Promise.race([Promise.all(this.#working), sleep(STOP_MS, undefined, { ref: false })])
  }

  async counts(): Promise<{ waiting: number; undelivered: number }> {
    const [counts = { waiting: 0, undelivered: 0 }] = await this.#run<{ waiting: number; undelivered: number }>(
      statements.count,
    )
    return counts
  }

  async #look() {
    this.#isLooking = true
    await this.sendDue()
    this.#isLooking = false
    if (this.#isStopped) return
    const pauseMs = Math.max(LOOK_EVERY_MS, this.#pausedUntil - performance.now())
    this.#timer = setTimeout(() => void this.#look(), pauseMs).unref()
  }

  /** Somebody asks for it: they may know that the mail server is back. */
  #lookNow() {
    this.#pausedUntil = 0
    if (this.#isLooking || this.#isStopped) return
    clearTimeout(this.#timer)
    void this.#look()
  }

  /** A failure here is the database's: whatever waits is looked at again later. */
  async #work(work: () => Promise<unknown>): Promise<void> {
    const working = work().catch((error: unknown) =>
      this.#parts.log.error(error, 'The mails on their way were not to be had.'),
    )
    this.#working.add(working)
    await working
    this.#working.delete(working)
  }

  /** True if there was one. */
  async #send(claim: typeof statements.claimNext): Promise<boolean> {
    const [row] = await this.#run<ClaimedRow>(claim)
    if (!row) return false
    const renewing = setInterval(() => void this.#renew(row.id), RENEW_EVERY_MS).unref()
    try {
      return await this.#sendClaimed(row)
    } finally {
      clearInterval(renewing)
    }
  }

  async #renew(id: string) {
    // What is under way may end; nothing holds it up for longer.
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
    if (this.#troubled !== undefined) await this.#run(statements.serverIsBack)
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
      this.#pauseMs = Math.min(Math.max(FIRST_PAUSE_MS, this.#pauseMs * 2), LONGEST_PAUSE_MS)
      this.#pausedUntil = performance.now() + this.#pauseMs
    }
    await this.#note(statements.failed(id, failure, refusals, isAgain))
  }

  /** What became of a mail is written down sooner or later: otherwise somebody would get it twice. */
  async #note(statement: ReturnType<typeof statements.sent>) {
    for (const until = Date.now() + NOTED_WITHIN_MS; ; ) {
      try {
        await this.#run(statement)
        return
      } catch (error) {
        if (this.#isStopped || Date.now() > until) throw error
        this.#parts.log.error(error, 'What became of a mail could not be written down.')
        await sleep(WRITE_AGAIN_AFTER_MS)
      }
    }
  }

  #isPausing = () => performance.now() < this.#pausedUntil

  #run<Row extends Record<string, unknown>>(statement: typeof statements.claimNext) {
    return this.#parts.database.run<Row>({}, statement)
  }
}
