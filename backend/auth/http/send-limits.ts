import type { Bus } from '../../bus/bus.ts'
import type { Counter, Limit } from '../../bus/counter.ts'
import type { AuthError } from '../errors.ts'

/** How many messages may go out: between two to one person, and to everybody together. */
export type SendingLimits = { intervalMs: number; total: Limit }

type Refusals = { tooSoon(seconds: number): AuthError; quotaUsedUp(): AuthError }

/** Keeps to the limits of messages of one sort, as mails. */
export class SendLimits {
  readonly #limits: SendingLimits | undefined
  readonly #refusals: Refusals
  readonly #sent: Counter | undefined
  readonly #pretended: Counter | undefined

  /** Without limits: as many and as often as asked for. `sort` is what they are, as mails. */
  constructor(
    bus: Pick<Bus, 'counter'>,
    sort: string,
    { limits, ...refusals }: Refusals & { limits: SendingLimits | undefined },
  ) {
    this.#limits = limits
    this.#refusals = refusals
    this.#sent = limits && bus.counter(sort, limits.total)
    const isSpaced = limits !== undefined && limits.intervalMs > 0
    if (isSpaced) this.#pretended = bus.counter(`pretended ${sort}`, { max: 1, timeWindow: limits.intervalMs })
  }

  /** Throws when this hour's messages are used up. Asked before looking anybody up, so that the answer tells nothing. */
  async requireQuota() {
    if (await this.#sent?.isUsedUp('all')) throw this.#refusals.quotaUsedUp()
  }

  /** Counts one more message; throws when it is one too many. */
  async takeFromQuota() {
    if (this.#sent && !(await this.#sent.take('all')).isAllowed) throw this.#refusals.quotaUsedUp()
  }

  /** Throws when the last message of this kind went to this person a moment ago. */
  requireInterval(lastSentAt: Date | string | null) {
    if (!this.#limits || lastSentAt === null) return
    this.#requireWaited(new Date(lastSentAt).getTime() + this.#limits.intervalMs - Date.now())
  }

  /**
   * Behaves as if a message had gone to somebody who gets none: a second request too soon is refused as it is for a
   * real person. Otherwise asking twice would tell who has an account. Not within a transaction, which would wait for it.
   */
  async pretend(kind: string, address: string): Promise<void> {
    const pretended = await this.#pretended?.take(`${kind} ${address}`)
    if (pretended && !pretended.isAllowed) this.#requireWaited(pretended.endsInMs)
  }

  #requireWaited(waitMs: number) {
    if (waitMs > 0) throw this.#refusals.tooSoon(Math.ceil(waitMs / 1000))
  }
}
