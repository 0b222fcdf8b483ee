import type { Caller, Database } from '../../database/database.ts'
import type { Bearer } from '../bearer.ts'
import { type Extension, receivableExtensions, requireSession, writable } from '../channel-policies.ts'
import { refusals } from '../realtime-errors.ts'
import type { JoinOptions } from './parse-join.ts'

type AccessOptions = Pick<JoinOptions, 'isPrivate' | 'wantsPresence'> & { sub: string; recheckMs: number }

/**
 * What the bearer of a channel's token may receive and send there: on a private channel by the row policies, whose
 * answers are valid for `recheckMs`; on a public one for as long as the session lasts.
 */
export class ChannelAccess {
  readonly #database: Database
  readonly #options: AccessOptions
  readonly #spoken = new Map<Extension, { allowed: boolean; at: number }>()
  #bearer: Bearer
  #hears: { broadcast: boolean; presence: boolean }
  #askedAt = 0

  constructor(database: Database, options: AccessOptions, bearer: Bearer) {
    this.#database = database
    this.#options = options
    this.#bearer = bearer
    this.#hears = { broadcast: true, presence: options.wantsPresence }
  }

  get bearer() {
    return this.#bearer
  }

  get receives(): Readonly<Record<Extension, boolean>> {
    return this.#hears
  }

  callerAt(address: string): Caller {
    const { claims } = this.#bearer
    return { role: claims.role, claims, address }
  }

  /** Whether the policies must be checked before the next message is delivered. */
  isOutdated(): boolean {
    return this.#options.isPrivate && Date.now() - this.#askedAt >= this.#options.recheckMs
  }

  /** Whether to check the policies in advance, early enough that a busy channel never waits for them. */
  isAging(): boolean {
    return this.#options.isPrivate && Date.now() - this.#askedAt > this.#options.recheckMs / 2
  }

  /** Checks the access again. Throws `RealtimeRefusal` where it has been reduced, and `SessionEnded`. */
  async check(): Promise<void> {
    const { sub, isPrivate, wantsPresence } = this.#options
    const asked = this.#bearer
    if (!isPrivate) return requireSession(this.#database, asked.claims)
    const heard = await receivableExtensions(this.#database, asked.claims, sub)
    // A new token has arrived meanwhile, and is checked next.
    if (asked !== this.#bearer) return
    const isFirst = this.#askedAt === 0
    const before = this.#hears
    const now = { broadcast: heard.includes('broadcast'), presence: wantsPresence && heard.includes('presence') }
    this.#askedAt = Date.now()
    this.#hears = now
    if (isFirst && !now.broadcast && !now.presence) throw refusals.notReadable(sub)
    const hasLost = (before.broadcast && !now.broadcast) || (before.presence && !now.presence)
    if (!isFirst && hasLost) throw refusals.noLongerReadable(sub)
  }

  /** Whether the client may send. Throws `SessionEnded`. */
  async maySend(extension: Extension): Promise<boolean> {
    const { sub, isPrivate, recheckMs } = this.#options
    if (!isPrivate) return true
    const known = this.#spoken.get(extension)
    if (known && Date.now() - known.at < recheckMs) return known.allowed
    const allowed = await writable(this.#database, this.#bearer.claims, sub, extension)
    this.#spoken.set(extension, { allowed, at: Date.now() })
    return allowed
  }

  /** Applies a new token, of the same user or another one. */
  renew(bearer: Bearer): void {
    this.#bearer = bearer
    this.#spoken.clear()
  }

  /**
   * Enables receiving presence for a client that tracks itself on a public channel; on a private one the policies
   * decide.
   */
  showPresence(): void {
    if (!this.#options.isPrivate) this.#hears = { ...this.#hears, presence: true }
  }
}
