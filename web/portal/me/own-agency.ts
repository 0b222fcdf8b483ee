import { storedSession } from '../../lib/stored-session.ts'
import { readProject } from '../../lib/supabase-project.ts'

/** The key in localStorage of the person's agency. It holds ids alone, and goes when the person signs out. */
const OWN_AGENCY = 'own-agency'

/**
 * The agency to whose rows lists and counts are narrowed, as the browser remembers it. It is '' for a super admin, who
 * sees every agency, until it is known, and while the session is renewed. The row policies alone decide what a person
 * sees: this only lets the database look up the rows of the agency in an index instead of comparing those of all
 * agencies (docs/decisions/0076-lists-name-their-agency.md).
 */
export async function ownAgency(): Promise<string> {
  const { sessionKey } = await readProject()
  const session = storedSession(sessionKey)
  return session ? (rememberedAgency(session.user.id) ?? '') : ''
}

/** The remembered agency of this person, '' if lists are not narrowed for them; undefined if nothing is remembered. */
export function rememberedAgency(me: string): string | undefined {
  const [person, agencyId] = localStorage.getItem(OWN_AGENCY)?.split(' ') ?? []
  return person === me ? agencyId : undefined
}

export function rememberAgency(me: string, agencyId: string) {
  try {
    localStorage.setItem(OWN_AGENCY, `${me} ${agencyId}`)
  } catch {
    // If localStorage is full, lists are not narrowed, and only slower.
    forgetAgency()
  }
}

export const forgetAgency = () => localStorage.removeItem(OWN_AGENCY)

/** Narrows a query of rows to the agency, unless it is ''. */
export const ofAgency = <Query extends { eq: (column: 'agency_id', value: string) => Query }>(
  query: Query,
  agencyId: string,
): Query => (agencyId === '' ? query : query.eq('agency_id', agencyId))
