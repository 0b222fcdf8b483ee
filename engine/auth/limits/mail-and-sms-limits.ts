import type { Bus } from '../../bus/bus.ts'
import type { Counter, Limit } from '../../bus/rate-counter.ts'
import { networkOf } from '../../kernel/network.ts'
import type { AuthError } from '../errors.ts'
import type { Visitor } from '../visitor.ts'

/** The limits of messages of one sort. */
export type SendingLimits = {
  /** The interval between two messages of one kind to one user. */
  intervalMs: number
  /** To all recipients together. */
  total: Limit
  /** The part of `total` for unconfirmed recipients, whom anyone can name. */
  toStrangers: Limit
  /** For requests from one network address. */
  fromOneAddress: Limit
  /** The reserve of one confirmed recipient for requests from one address, even when the other limits are used up. */
  reserved: Limit
}

/** The recipient of a message. `isKnown` means that they have confirmed this address or number before. */
export type Recipient = { address: string; isKnown: boolean }

/** Who requested the message; undefined for the project's own server or an administrator. */
type Requester = Visitor | undefined

type Refusals = { tooSoon(seconds: number): AuthError; quotaUsedUp(): AuthError }

/**
 * Applies the limits to messages of one sort, such as mails. Nobody can use up what another user needs to sign in:
 * unconfirmed recipients have a part, each address has a part, and a confirmed recipient always gets a few.
 */
export class SendLimits {
  readonly #intervalMs: number
  readonly #refusals: Refusals
  readonly #counters: Record<'total' | 'toStrangers' | 'fromOneAddress' | 'reserved', Counter> | undefined
  readonly #pretended: Counter | undefined

  /** Without limits every message is sent. `sort` names the messages, such as mails. */
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
   * Throws when this hour's messages to unconfirmed recipients are used up. Called before any lookup, so that the
   * answer reveals nothing.
   */
  async requireQuota() {
    if (await this.isUsedUpForStrangers()) throw this.#refusals.quotaUsedUp()
  }

  async isUsedUpForStrangers(): Promise<boolean> {
    const { total, toStrangers } = this.#counters ?? {}
    const usedUp = await Promise.all([total?.isUsedUp('all'), toStrangers?.isUsedUp('all')])
    return usedUp.includes(true)
  }

  /** Counts one more message; throws when it exceeds a limit. */
  async takeFromQuota({ address, isKnown }: Recipient, asker: Requester) {
    if (!this.#counters) return
    await this.#takeFromAddress(asker)
    const { total, toStrangers } = this.#counters
    if (!isKnown && asker && !(await toStrangers.take('all')).isAllowed) throw this.#refusals.quotaUsedUp()
    if ((await total.take('all')).isAllowed) return
    if (!isKnown) throw this.#refusals.quotaUsedUp()
    await this.#takeFromReserve(address, asker)
  }

  /** Throws when the last message of this kind to this user was sent a moment ago. */
  requireInterval(lastSentAt: Date | string | null) {
    if (lastSentAt === null) return
    this.#requireWaited(new Date(lastSentAt).getTime() + this.#intervalMs - Date.now())
  }

  /**
   * Applies the limits where no message is sent, because the account does not exist. Otherwise asking twice would
   * reveal who has an account. Not to be called within a transaction, which would stay open meanwhile.
   */
  async pretend(kind: string, { address, isKnown }: Recipient, asker: Requester): Promise<void> {
    const key = `${kind} ${address}`
    const pretended = await this.#pretended?.take(key)
    if (pretended && !pretended.isAllowed) this.#requireWaited(pretended.endsInMs)
    try {
      await this.#takeFromAddress(asker)
      if (isKnown && (await this.#counters?.total.isUsedUp('all'))) await this.#takeFromReserve(address, asker)
    } catch (error) {
      // A message that was not sent must not delay the next.
      await this.#pretended?.giveBack(key)
      throw error
    }
  }

  async #takeFromAddress(asker: Requester) {
    if (!this.#counters || !asker) return
    if (!(await this.#counters.fromOneAddress.take(requesterNetwork(asker))).isAllowed)
      throw this.#refusals.quotaUsedUp()
  }

  async #takeFromReserve(address: string, asker: Requester) {
    const key = `${address} ${asker ? requesterNetwork(asker) : ''}`
    if (!(await this.#counters?.reserved.take(key))?.isAllowed) throw this.#refusals.quotaUsedUp()
  }

  #requireWaited(waitMs: number) {
    if (waitMs > 0) throw this.#refusals.tooSoon(Math.ceil(waitMs / 1000))
  }
}

const requesterNetwork = ({ ip }: Visitor) => (ip === null ? '' : networkOf(ip))
