import { type ServiceClient, unwrap } from './database.ts'
import { Refusal } from './http.ts'
import type { Role } from './roles.ts'

/** The signed-in person who calls a function. */
export type Caller = { id: string; agencyId: string | null; roles: Role[] }

/**
 * Throws a refusal where nobody is signed in: an application that somebody let in is not them. Roles and agency are those
 * of this moment, not those of the token.
 */
export async function requireCaller(request: Request, supabase: ServiceClient): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!token) throw new Refusal(401, 'Not authenticated')
  // Asks the auth service rather than the token, so that a session that was ended is refused.
  const { data, error } = await supabase.auth.getUser(token)
  if (error) {
    if (error.status === undefined || error.status >= 500) throw error
    throw new Refusal(401, 'Not authenticated')
  }
  const { id, factors = [] } = data.user
  const claims = claimsOf(token)
  const owesCode = factors.some(({ status }) => status === 'verified') && claims.aal !== 'aal2'
  if (owesCode || claims.client_id !== undefined) throw new Refusal(401, 'Not authenticated')
  const [profile, held] = await Promise.all([
    supabase.from('user_profiles').select('agency_id').eq('id', id).maybeSingle(),
    supabase.from('user_roles').select('role').eq('user_id', id),
  ])
  return { id, agencyId: unwrap(profile)?.agency_id ?? null, roles: unwrap(held).map(({ role }) => role) }
}

/**
 * What a token says that the auth service has found genuine: `aal` is aal2 after a code of an authenticator app, and
 * `client_id` names the application whose token it is.
 */
function claimsOf(token: string): { aal?: unknown; client_id?: unknown } {
  const [, payload = ''] = token.split('.')
  const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  return typeof claims === 'object' && claims !== null ? claims : {}
}
