import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bus } from '../../bus/bus.ts'
import type { Counter, Limit } from '../../bus/rate-counter.ts'
import { networkOf } from '../../kernel/network.ts'
import { authErrors } from '../errors.ts'
import type { Visitor } from '../visitor.ts'

/** The limits of failed attempts on one account. */
export type AttemptLimits = {
  fromOneAddress: Limit
  /** From all addresses together; more than that means that many addresses are used for guessing. */
  alarm: Limit
  /** From one address while the alarm lasts. */
  underAlarm: Limit
  /** The pause for the first attempt during the alarm; it doubles with each further one. */
  pauseMs: number
}

/**
 * Failed attempts on one account, whether or not it exists. Only addresses are refused, never the account, so that
 * guessing from everywhere cannot lock its owner out. During such an attack each address is slowed down and limited
 * sooner instead.
 */
export class AccountAttempts {
  readonly #fromOneAddress: Counter
  readonly #alarm: Counter
  readonly #underAlarm: Counter
  readonly #pauseMs: number

  /** `what` is tried, such as passwords; each kind has its own counts. */
  constructor(bus: Pick<Bus, 'counter'>, what: string, limits: AttemptLimits) {
    this.#fromOneAddress = bus.counter(`wrong ${what} from one address`, limits.fromOneAddress)
    this.#alarm = bus.counter(`wrong ${what}`, limits.alarm)
    this.#underAlarm = bus.counter(`wrong ${what} under alarm`, limits.underAlarm)
    this.#pauseMs = limits.pauseMs
  }

  /** Counts an attempt before its outcome is known; throws when there were too many. */
  async take(account: string, visitor: Visitor) {
    const key = accountKey(account)
    if (!(await this.#fromOneAddress.take(addressKey(visitor, key))).isAllowed) throw authErrors.overRequestRate()
    if ((await this.#alarm.take(key)).isAllowed) return
    const { isAllowed, count } = await this.#underAlarm.take(networkKey(visitor, key))
    if (!isAllowed) throw authErrors.overRequestRate()
    await pause(this.#pauseMs * 2 ** (count - 1))
  }

  /** Uncounts an attempt that was right. */
  async forgive(account: string, visitor: Visitor) {
    const key = accountKey(account)
    await Promise.all([
      this.#fromOneAddress.giveBack(addressKey(visitor, key)),
      this.#alarm.giveBack(key),
      this.#underAlarm.giveBack(networkKey(visitor, key)),
    ])
  }
}

const addressKey = ({ ip }: Visitor, key: string) => `${key} ${ip === null ? '' : networkOf(ip)}`
const networkKey = ({ ip }: Visitor, key: string) => `${key} ${ip === null ? '' : networkOf(ip, 48)}`

/** A short key, because the given address may be long and the count is stored for an hour. */
const accountKey = (account: string) => createHash('sha256').update(account).digest('base64')
