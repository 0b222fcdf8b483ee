import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Work } from 'engine/feature'
import type { FastifyBaseLogger } from 'fastify'
import {
  type Answer,
  type OutboundRequest,
  type RequestRules,
  reasonOf,
  sendRequest,
} from '../outbound-http/send-request.ts'
import * as statements from './request-statements.ts'

const CONCURRENT_REQUESTS = 20
/**
 * The interval of polling the request queue. New requests send a notification, but the server that received one may
 * have died.
 */
const CHECK_INTERVAL_MS = 60_000
const STOP_TIMEOUT_MS = 5_000

type ClaimedRequest = OutboundRequest & { id: string; timeout_milliseconds: number }
type Parts = { database: Database; log: Pick<FastifyBaseLogger, 'error'>; rules: RequestRules }

/** Makes the requests that SQL has queued, each on one of several servers, and keeps the responses for six hours. */
export class RequestSender implements Work {
  readonly #parts: Parts
  readonly #aborted = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #looking: Promise<void> = Promise.resolve()
  #isAsked = false
  /** Whether more requests may be queued than were claimed, so that the queue must be read again. */
  #isFull = false
  #tidiedAt = 0
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async start() {
    await this.#parts.database.listen('engine_net', () => void this.#look())
    await this.#look()
  }

  /** Waits for requests in progress, up to a time limit. */
  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    const over = this.#looking.then(() => Promise.all(this.#underWay))
    await Promise.race([over, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
    this.#aborted.abort(new Error('The server was stopped'))
    await over
  }

  /** Claims once at a time, and once more if requests arrive meanwhile. */
  #look(): Promise<void> {
    if (this.#isAsked) return this.#looking
    this.#isAsked = true
    this.#looking = this.#looking.then(() => {
      this.#isAsked = false
      return this.#lookOnce()
    })
    return this.#looking
  }

  async #lookOnce() {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    try {
      await this.#tidy()
      await this.#claim()
    } catch (error) {
      this.#parts.log.error(error, 'The queued requests of pg_net could not be loaded.')
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#look(), CHECK_INTERVAL_MS).unref()
  }

  async #tidy() {
    if (Date.now() - this.#tidiedAt < CHECK_INTERVAL_MS) return
    this.#tidiedAt = Date.now()
    await this.#run(statements.deleteOldAnswers)
    await this.#run(statements.deleteOldHooks)
  }

  /** Claims as many queued requests as there are free slots; each finished request frees a slot. */
  async #claim() {
    const room = CONCURRENT_REQUESTS - this.#underWay.size
    if (room === 0) return
    const claimed = await this.#run<ClaimedRequest>(statements.claimRequests(room))
    this.#isFull = claimed.length === room
    for (const one of claimed) {
      const making = this.#make(one).finally(() => {
        this.#underWay.delete(making)
        if (this.#isFull) void this.#look()
      })
      this.#underWay.add(making)
    }
  }

  async #make({ id, timeout_milliseconds: timeoutMs, ...asked }: ClaimedRequest) {
    const timeout = AbortSignal.timeout(Math.max(1, timeoutMs))
    const note = await sendRequest(asked, this.#parts.rules, AbortSignal.any([timeout, this.#aborted.signal])).then(
      (answer: Answer) => statements.insertAnswer(id, answer),
      (error: unknown) =>
        timeout.aborted
          ? statements.insertFailure(id, `Timeout of ${timeoutMs} ms reached`, true)
          : statements.insertFailure(
              id,
              reasonOf(this.#aborted.signal.aborted ? this.#aborted.signal.reason : error),
              false,
            ),
    )
    await this.#run(note).catch((error: unknown) =>
      this.#parts.log.error(error, 'The response to a request of pg_net could not be stored.'),
    )
  }

  #run<R extends Record<string, unknown>>(statement: { text: string; values?: unknown[] }): Promise<R[]> {
    return this.#parts.database.run<R>({}, statement)
  }
}
