import type { Caller, Database } from '../../database/database.ts'
import { type Extension, readable, requireSession, writable } from '../authorization.ts'
import type { Bearer } from '../bearer.ts'
import { refusals } from '../refusals.ts'
import type { Wishes } from './join.ts'

type Place = Pick<Wishes, 'isPrivate' | 'wantsPresence'> & { sub: string; recheckMs: number }

/**
 * Who speaks by a channel, and what they may hear and say there: on a private one by the row policies, whose answers are
 * good for `recheckMs`; on a public one as long as their session lasts.
 */
export class Standing {
  readonly #database: Database
  readonly #place: Place
  readonly #spoken = new Map<Extension, { allowed: boolean; at: number }>()
  #bearer: Bearer
  #hears: { broadcast: boolean; presence: boolean }
  #askedAt = 0

  constructor(database: Database, place: Place, bearer: Bearer) {
    this.#database = database
    this.#place = place
    this.#bearer = bearer
    this.#hears = { broadcast: true, presence: place.wantsPresence }
  }

  get bearer() {
    return this.#bearer
  }

  get hears(): Readonly<Record<Extension, boolean>> {
    return this.#hears
  }

  callerAt(address: string): Caller {
    const { claims } = this.#bearer
    return { role: claims.role, claims, address }
  }

  /** Whether what may be heard has to be asked before anything else is heard. */
  isOutdated(): boolean {
    return this.#place.isPrivate && Date.now() - this.#askedAt >= this.#place.recheckMs
  }

  /** Early enough to ask that a busy channel never waits for the answer. */
  isAging(): boolean {
    return this.#place.isPrivate && Date.now() - this.#askedAt > this.#place.recheckMs / 2
  }

  /** Throws `Refused` where something that could be heard no longer may be, and `SessionEnded`. */
  async ask(): Promise<void> {
    const { sub, isPrivate, wantsPresence } = this.#place
    const asked = this.#bearer
    if (!isPrivate) return requireSession(this.#database, asked.claims)
    const heard = await readable(this.#database, asked.claims, sub)
    // Another token has come meanwhile, and is asked about next.
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

  /** Throws `SessionEnded`. */
  async maySpeak(extension: Extension): Promise<boolean> {
    const { sub, isPrivate, recheckMs } = this.#place
    if (!isPrivate) return true
    const known = this.#spoken.get(extension)
    if (known && Date.now() - known.at < recheckMs) return known.allowed
    const allowed = await writable(this.#database, this.#bearer.claims, sub, extension)
    this.#spoken.set(extension, { allowed, at: Date.now() })
    return allowed
  }

  /** Somebody else speaks from now on, or the same person by a fresh token. */
  renew(bearer: Bearer): void {
    this.#bearer = bearer
    this.#spoken.clear()
  }

  /** Whoever shows themselves on a public channel sees the others; a private one asks its policies. */
  showPresence(): void {
    if (!this.#place.isPrivate) this.#hears = { ...this.#hears, presence: true }
  }
}
