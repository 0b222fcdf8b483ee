import type { Tables } from '../../lib/database.types.ts'
import { z } from '../../lib/zod.ts'

/** A link to a client page, with its author and the time when the page was last opened by it. */
export type ClientLink = Tables<'client_links'> & {
  author: { display_name: string | null } | null
  openings: { opened_at: string }[]
}

export type NewLink = z.output<typeof linkForm>

/** The offered lifetimes of a link to a client page, in days. */
export const lifetimes = [
  { days: 7, label: 'a week' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'a year' },
] as const

/** The default lifetime of a link to a client page in days; renewing a link adds it once more. */
export const USUAL_DAYS = 30

export const linkForm = z.object({
  name: z.string().trim().min(1).max(100, 'At most 100 characters.'),
  days: z.coerce.number(),
})

/** The address at which a client opens their page. */
export const linkAddress = (token: string) => new URL(`/for/${token}`, location.origin).href

export type LinkState = 'valid' | 'expired' | 'revoked'

export function stateOf(
  { revoked_at, expires_at }: Pick<ClientLink, 'revoked_at' | 'expires_at'>,
  now: number,
): LinkState {
  if (revoked_at !== null) return 'revoked'
  return Date.parse(expires_at) > now ? 'valid' : 'expired'
}

/** The new expiry of a link to a client page that is renewed now, as the database stores it. */
export const renewedUntil = (now: number) => new Date(now + USUAL_DAYS * 86_400_000).toISOString()
