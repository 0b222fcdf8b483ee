import type { ServiceClient } from './database.ts'
import { Refusal } from './http.ts'
import { isRole, type Role } from './roles.ts'

/** The signed-in person who calls a function. */
export type Caller = { id: string; agencyId: string | null; roles: Role[] }

/** The header of a caller who brings a token. Without one, what is asked in their name would be asked with our own key. */
export function bearerOf(request: Request): string {
  const bearer = request.headers.get('authorization') ?? ''
  if (!/^Bearer +\S+$/i.test(bearer)) throw new Refusal(401, 'Not authenticated')
  return bearer
}

/**
 * Throws a refusal where nobody is signed in. The database says who the bearer of the token is, as it does for the row
 * policies: at this moment, and not when the token was issued.
 */
export async function requireCaller(request: Request, supabase: ServiceClient): Promise<Caller> {
  const { data, error, status } = await supabase.rpc('me').setHeader('Authorization', bearerOf(request))
  if (error && (status === 0 || status >= 500)) throw error
  const [me] = data ?? []
  if (!me?.id) throw new Refusal(401, 'Not authenticated')
  return { id: me.id, agencyId: me.agency_id, roles: me.roles.filter(isRole) }
}
