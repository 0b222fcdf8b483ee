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
  take(email: string, { ip }: Visitor) {
    const allowed = this.#fromOneAddress.take(`${email} ${ip}`) && this.#fromAll.take(email)
    if (!allowed) throw authErrors.overRequestRate()
  }

  /** The attempt was right after all. */
  forgive(email: string, { ip }: Visitor) {
    this.#fromOneAddress.forgive(`${email} ${ip}`)
    this.#fromAll.forgive(email)
  }
}
