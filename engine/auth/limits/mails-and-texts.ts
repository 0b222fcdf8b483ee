import type { Bus } from '../../bus/bus.ts'
import type { Counter, Limit } from '../../bus/counter.ts'
import { networkOf } from '../../kernel/network.ts'
import type { AuthError } from '../errors.ts'
import type { Visitor } from '../visitor.ts'

/** How many messages may go out. */
export type SendingLimits = {
  /** Between two of one kind to one person. */
  intervalMs: number
  /** To everybody together. */
  total: Limit
  /** Of those, to whom nobody knows yet: anybody may ask for these, for any number of people. */
  toStrangers: Limit
  /** Asked for from one network address. */
  fromOneAddress: Limit
  /** To one known person, asked for from one address: also when all others are used up. */
  reserved: Limit
}

/** Whom a message goes to. Known is who has shown before that what goes there reaches them. */
export type Recipient = { address: string; isKnown: boolean }

/** Who asked for it; undefined where it is the project's own server or an administrator. */
type Asker = Visitor | undefined

type Refusals = { tooSoon(seconds: number): AuthError; quotaUsedUp(): AuthError }

/**
 * Keeps to the limits of messages of one sort, as mails. Nobody can use up what somebody else needs to get in: strangers
 * have a part of them, each address has a part, and a known person gets a few in any case.
 */
export class SendLimits {
  readonly #intervalMs: number
  readonly #refusals: Refusals
  readonly #counters: Record<'total' | 'toStrangers' | 'fromOneAddress' | 'reserved', Counter> | undefined
  readonly #pretended: Counter | undefined

  /** Without limits: as many and as often as asked for. `sort` is what they are, as mails. */
  constructor(
    bus: Pick<Bus, 'counter'>,
    sort: string,
    { limits, ...refusals }: Refusals & { limits: SendingLimits | undefined },
  ) {
    this.#refusals = refusals
    this.#intervalMs = limits?.intervalMs ?? 0
    this.#counters = limits && {
      total: bus.counter(sort, limits.total),
      toStrangers: bus.counter(`${sort} to strangers`, limits.toStrangers),
      fromOneAddress: bus.counter(`${sort} asked for from one address`, limits.fromOneAddress),
      reserved: bus.counter(`${sort} to the known`, limits.reserved),
    }
    if (this.#intervalMs > 0) {
      this.#pretended = bus.counter(`pretended ${sort}`, { max: 1, timeWindow: this.#intervalMs })
    }
  }

  /**
   * Throws when this hour's messages to strangers are used up. Asked before looking anybody up who says that they are
   * one, so that the answer tells nothing.
   */
  async requireQuota() {
    if (await this.isUsedUpForStrangers()) throw this.#refusals.quotaUsedUp()
  }

  async isUsedUpForStrangers(): Promise<boolean> {
    const { total, toStrangers } = this.#counters ?? {}
    const usedUp = await Promise.all([total?.isUsedUp('all'), toStrangers?.isUsedUp('all')])
    return usedUp.includes(true)
  }

  /** Counts one more message; throws when it is one too many. */
  async takeFromQuota({ address, isKnown }: Recipient, asker: Asker) {
    if (!this.#counters) return
    await this.#takeFromAddress(asker)
    const { total, toStrangers } = this.#counters
    if (!isKnown && asker && !(await toStrangers.take('all')).isAllowed) throw this.#refusals.quotaUsedUp()
    if ((await total.take('all')).isAllowed) return
    if (!isKnown) throw this.#refusals.quotaUsedUp()
    await this.#takeFromReserve(address, asker)
  }

  /** Throws when the last message of this kind went to this person a moment ago. */
  requireInterval(lastSentAt: Date | string | null) {
    if (lastSentAt === null) return
    this.#requireWaited(new Date(lastSentAt).getTime() + this.#intervalMs - Date.now())
  }

  /**
   * Behaves as if a message had gone to somebody who gets none: what is refused to a real person is refused here too.
   * Otherwise asking twice would tell who has an account. Not within a transaction, which would wait for it.
   */
  async pretend(kind: string, { address, isKnown }: Recipient, asker: Asker): Promise<void> {
    const key = `${kind} ${address}`
    const pretended = await this.#pretended?.take(key)
    if (pretended && !pretended.isAllowed) this.#requireWaited(pretended.endsInMs)
    try {
      await this.#takeFromAddress(asker)
      if (isKnown && (await this.#counters?.total.isUsedUp('all'))) await this.#takeFromReserve(address, asker)
    } catch (error) {
      // What was not sent is not waited for.
      await this.#pretended?.giveBack(key)
      throw error
    }
  }

  async #takeFromAddress(asker: Asker) {
    if (!this.#counters || !asker) return
    if (!(await this.#counters.fromOneAddress.take(networkOfAsker(asker))).isAllowed) throw this.#refusals.quotaUsedUp()
  }

  async #takeFromReserve(address: string, asker: Asker) {
    const key = `${address} ${asker ? networkOfAsker(asker) : ''}`
    if (!(await this.#counters?.reserved.take(key))?.isAllowed) throw this.#refusals.quotaUsedUp()
  }

  #requireWaited(waitMs: number) {
    if (waitMs > 0) throw this.#refusals.tooSoon(Math.ceil(waitMs / 1000))
  }
}

const networkOfAsker = ({ ip }: Visitor) => (ip === null ? '' : networkOf(ip))
