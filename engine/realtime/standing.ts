import type { Database } from '../database/database.ts'
import { type Extension, readable, requireSession, writable } from './authorization.ts'
import type { Bearer } from './bearer.ts'
import { refusals } from './refusals.ts'
import type { Member } from './rooms.ts'

type Place = { sub: string; isPrivate: boolean; wantsPresence: boolean }

/**
 * What the bearer of a channel may hear and say there: on a private one by the row policies, whose answers are good for
 * `recheckMs`; on a public one as long as their session lasts.
 */
export function createStanding(
  database: Database,
  { sub, isPrivate, wantsPresence }: Place,
  recheckMs: number,
  bearer: () => Bearer,
  hears: Member['hears'],
) {
  let askedAt = 0
  const spoken = new Map<Extension, { allowed: boolean; at: number }>()

  return {
    /** Whether what may be heard has to be asked before anything else is heard. */
    isOutdated: () => isPrivate && Date.now() - askedAt >= recheckMs,
    /** Early enough to ask that a busy channel never waits for the answer. */
    isAging: () => isPrivate && Date.now() - askedAt > recheckMs / 2,

    /** Throws `Refused` where something that could be heard no longer may be, and `SessionEnded`. */
    async ask(): Promise<void> {
      const asked = bearer()
      if (!isPrivate) return requireSession(database, asked.claims)
      const heard = await readable(database, asked.claims, sub)
      // Another token has come meanwhile, and is asked about next.
      if (asked !== bearer()) return
      const isFirst = askedAt === 0
      askedAt = Date.now()
      const now = { broadcast: heard.includes('broadcast'), presence: wantsPresence && heard.includes('presence') }
      const hasLost = (hears.broadcast && !now.broadcast) || (hears.presence && !now.presence)
      Object.assign(hears, now)
      if (isFirst && !now.broadcast && !now.presence) throw refusals.notReadable(sub)
      if (!isFirst && hasLost) throw refusals.noLongerReadable(sub)
    },

    /** Throws `SessionEnded`. */
    async maySpeak(extension: Extension): Promise<boolean> {
      if (!isPrivate) return true
      const known = spoken.get(extension)
      if (known && Date.now() - known.at < recheckMs) return known.allowed
      const allowed = await writable(database, bearer().claims, sub, extension)
      spoken.set(extension, { allowed, at: Date.now() })
      return allowed
    },

    /** The bearer is another one, or has another token. */
    startAnew() {
      spoken.clear()
    },
  }
}
