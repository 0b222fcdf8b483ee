import { createHash } from 'node:crypto'
import { authErrors } from '../errors.ts'
import type { Limit } from '../limits.ts'
import { Attempts } from './attempts.ts'
import type { Visitor } from './visitor.ts'

/** Failed attempts on one account, whether it exists or not: from each address, and from all together. */
export class AccountAttempts {
  readonly #fromOneAddress: Attempts
  readonly #fromAll: Attempts

  constructor(limits: { fromOneAddress: Limit; fromAll: Limit }) {
    this.#fromOneAddress = new Attempts(limits.fromOneAddress)
    this.#fromAll = new Attempts(limits.fromAll)
  }

  /** Counts an attempt before its outcome is known; throws when there were too many. */
  take(account: string, { ip }: Visitor) {
    const key = keyOf(account)
    const allowed = this.#fromOneAddress.take(`${key} ${ip}`) && this.#fromAll.take(key)
    if (!allowed) throw authErrors.overRequestRate()
  }

  /** The attempt was right after all. */
  forgive(account: string, { ip }: Visitor) {
    const key = keyOf(account)
    this.#fromOneAddress.forgive(`${key} ${ip}`)
    this.#fromAll.forgive(key)
  }
}

/** Short, whatever somebody gives for an address: it is kept for an hour. */
const keyOf = (account: string) => createHash('sha256').update(account).digest('base64')
