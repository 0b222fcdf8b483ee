import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bus } from '../../bus/bus.ts'
import type { Counter, Limit } from '../../bus/counter.ts'
import { networkOf } from '../../kernel/network.ts'
import { authErrors } from '../errors.ts'
import type { Visitor } from '../visitor.ts'

/** How often one account may be tried in vain. */
export type AttemptLimits = {
  fromOneAddress: Limit
  /** From everywhere together; beyond that somebody with many addresses is guessing. */
  alarm: Limit
  /** From one address while that goes on. */
  underAlarm: Limit
  /** How long the first of those takes; each further one takes twice as long as the one before. */
  pauseMs: number
}

/**
 * Failed attempts on one account, whether it exists or not. Only addresses are refused, never the account: whoever
 * guesses from everywhere must not lock its owner out. So many guesses make each address slower and count sooner instead.
 */
export class AccountAttempts {
  readonly #fromOneAddress: Counter
  readonly #alarm: Counter
  readonly #underAlarm: Counter
  readonly #pauseMs: number

  /** `what` is tried, as passwords; each has its own counts. */
  constructor(bus: Pick<Bus, 'counter'>, what: string, limits: AttemptLimits) {
    this.#fromOneAddress = bus.counter(`wrong ${what} from one address`, limits.fromOneAddress)
    this.#alarm = bus.counter(`wrong ${what}`, limits.alarm)
    this.#underAlarm = bus.counter(`wrong ${what} under alarm`, limits.underAlarm)
    this.#pauseMs = limits.pauseMs
  }

  /** Counts an attempt before its outcome is known; throws when there were too many. */
  async take(account: string, visitor: Visitor) {
    const key = keyOf(account)
    if (!(await this.#fromOneAddress.take(from(visitor, key))).isAllowed) throw authErrors.overRequestRate()
    if ((await this.#alarm.take(key)).isAllowed) return
    const { isAllowed, count } = await this.#underAlarm.take(fromSite(visitor, key))
    if (!isAllowed) throw authErrors.overRequestRate()
    await pause(this.#pauseMs * 2 ** (count - 1))
  }

  /** The attempt was right after all. */
  async forgive(account: string, visitor: Visitor) {
    const key = keyOf(account)
    await Promise.all([
      this.#fromOneAddress.giveBack(from(visitor, key)),
      this.#alarm.giveBack(key),
      this.#underAlarm.giveBack(fromSite(visitor, key)),
    ])
  }
}

const from = ({ ip }: Visitor, key: string) => `${key} ${ip === null ? '' : networkOf(ip)}`
const fromSite = ({ ip }: Visitor, key: string) => `${key} ${ip === null ? '' : networkOf(ip, 48)}`

/** Short, whatever somebody gives for an address: it is kept for an hour. */
const keyOf = (account: string) => createHash('sha256').update(account).digest('base64')
