import type { ServiceClient } from './database.ts'
import { Refusal } from './http.ts'
import { isRole, type Role } from './roles.ts'

/** The signed-in person who calls a function. */
export type Caller = { id: string; agencyId: string | null; roles: Role[] }

/**
 * Throws a refusal where nobody is signed in. The database says who the bearer of the token is, as it does for the row
 * policies: at this moment, and not when the token was issued.
 */
export async function requireCaller(request: Request, supabase: ServiceClient): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!token) throw new Refusal(401, 'Not authenticated')
  const { data, error, status } = await supabase.rpc('me').setHeader('Authorization', `Bearer ${token}`)
  if (error && (status === 0 || status >= 500)) throw error
  const [me] = data ?? []
  if (!me?.id) throw new Refusal(401, 'Not authenticated')
  return { id: me.id, agencyId: me.agency_id, roles: me.roles.filter(isRole) }
}
