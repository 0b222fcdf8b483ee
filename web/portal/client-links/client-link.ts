import type { Tables } from '../../lib/database.types.ts'
import { atMost } from '../../lib/form-rules.ts'
import { z } from '../../lib/zod.ts'

/** A link to a client page, with its author, its person and the time when the page was last opened by it. */
export type ClientLink = Tables<'client_links'> & {
  author: { display_name: string | null } | null
  /** The person whose link it is, unless it is the main person's or nobody's in particular. */
  person: { name: string } | null
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
  name: z.string().trim().min(1).check(atMost(100)),
  days: z.coerce.number(),
})

/** The address at which a client opens their page. */
export const linkAddress = (token: string) => new URL(`/for/${token}`, location.origin).href

/** The name of the person whose link it is; the main person is called as the client. */
export const personOf = ({ person, is_main_persons }: Pick<ClientLink, 'person' | 'is_main_persons'>, main: string) =>
  is_main_persons ? main : person?.name

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
