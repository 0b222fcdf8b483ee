import { LRUCache } from 'lru-cache'
import type { AuthError } from '../errors.ts'
import type { Limit } from '../limits.ts'
import { Attempts } from './attempts.ts'

/** How many messages may go out: between two to one person, and to everybody together. */
export type SendingLimits = { intervalMs: number; total: Limit }

type Refusals = { tooSoon(seconds: number): AuthError; quotaUsedUp(): AuthError }

/** Keeps to the limits of messages of one sort, as mails. */
export class SendLimits {
  readonly #limits: SendingLimits | undefined
  readonly #refusals: Refusals
  readonly #sent: Attempts | undefined
  readonly #pretended: LRUCache<string, Date> | undefined

  /** Without limits: as many and as often as asked for. */
  constructor(limits: SendingLimits | undefined, refusals: Refusals) {
    this.#limits = limits
    this.#refusals = refusals
    this.#sent = limits && new Attempts(limits.total)
    this.#pretended = limits && new LRUCache({ max: 50_000, ttl: limits.intervalMs })
  }

  /** Throws when this hour's messages are used up. Asked before looking anybody up, so that the answer tells nothing. */
  requireQuota() {
    if (this.#sent?.isUsedUp('all')) throw this.#refusals.quotaUsedUp()
  }

  /** Counts one more message; throws when it is one too many. */
  takeFromQuota() {
    if (this.#sent && !this.#sent.take('all')) throw this.#refusals.quotaUsedUp()
  }

  /** Throws when the last message of this kind went to this person a moment ago. */
  requireInterval(lastSentAt: Date | string | null) {
    if (!this.#limits || lastSentAt === null) return
    const waitMs = new Date(lastSentAt).getTime() + this.#limits.intervalMs - Date.now()
    if (waitMs > 0) throw this.#refusals.tooSoon(Math.ceil(waitMs / 1000))
  }

  /**
   * Behaves as if a message had gone to somebody who gets none: a second request too soon is refused as it is for a
   * real person. Otherwise asking twice would tell who has an account.
   */
  pretend(kind: string, address: string): undefined {
    const key = `${kind} ${address}`
    this.requireInterval(this.#pretended?.get(key) ?? null)
    this.#pretended?.set(key, new Date())
  }
}
