import { createHash } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import type { Counter, Limit } from '../../bus/counter.ts'
import { networkOf } from '../../gateway/network.ts'
import { authErrors } from '../errors.ts'
import type { Visitor } from './visitor.ts'

/** Failed attempts on one account, whether it exists or not: from each address, and from all together. */
export class AccountAttempts {
  readonly #fromOneAddress: Counter
  readonly #fromAll: Counter

  /** `what` is tried, as passwords; each has its own counts. */
  constructor(bus: Pick<Bus, 'counter'>, what: string, limits: { fromOneAddress: Limit; fromAll: Limit }) {
    this.#fromOneAddress = bus.counter(`wrong ${what} from one address`, limits.fromOneAddress)
    this.#fromAll = bus.counter(`wrong ${what}`, limits.fromAll)
  }

  /** Counts an attempt before its outcome is known; throws when there were too many. */
  async take(account: string, visitor: Visitor) {
    const key = keyOf(account)
    const isAllowedHere = (await this.#fromOneAddress.take(from(visitor, key))).isAllowed
    if (!isAllowedHere || !(await this.#fromAll.take(key)).isAllowed) throw authErrors.overRequestRate()
  }

  /** The attempt was right after all. */
  async forgive(account: string, visitor: Visitor) {
    const key = keyOf(account)
    await Promise.all([this.#fromOneAddress.giveBack(from(visitor, key)), this.#fromAll.giveBack(key)])
  }
}

const from = ({ ip }: Visitor, key: string) => `${key} ${ip === null ? '' : networkOf(ip)}`

/** Short, whatever somebody gives for an address: it is kept for an hour. */
const keyOf = (account: string) => createHash('sha256').update(account).digest('base64')
