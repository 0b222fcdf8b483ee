import type { ServiceClient } from './database.ts'
import { Refusal } from './http.ts'
import { isRole, type Role } from './roles.ts'

/** The signed-in person who calls a function. */
export type Caller = { id: string; agencyId: string | null; roles: Role[] }

/** The Authorization header of the caller. Throws without one, since supabase-js would then use the service key. */
export function bearerOf(request: Request): string {
  const bearer = request.headers.get('authorization') ?? ''
  if (!/^Bearer +\S+$/i.test(bearer)) throw new Refusal(401, 'Not authenticated')
  return bearer
}

/**
 * Throws a refusal if nobody is signed in. The database identifies the bearer of the token, as it does for row
 * policies: as of now, not as of when the token was issued.
 */
export async function requireCaller(request: Request, supabase: ServiceClient): Promise<Caller> {
  const { data, error, status } = await supabase.rpc('me').setHeader('Authorization', bearerOf(request))
  if (error && (status === 0 || status >= 500)) throw error
  const [me] = data ?? []
  if (!me?.id) throw new Refusal(401, 'Not authenticated')
  return { id: me.id, agencyId: me.agency_id, roles: me.roles.filter(isRole) }
}
