import * as jose from 'jsr:@panva/jose@6'
import { createClient, User } from 'jsr:@supabase/supabase-js@2'
import { createErrorResponse } from './utils.ts'

const SUPABASE_JWT_ISSUER = Deno.env.get('SB_JWT_ISSUER') ?? Deno.env.get('SUPABASE_URL') + '/auth/v1'

const SUPABASE_JWT_KEYS = jose.createRemoteJWKSet(
  new URL(Deno.env.get('SUPABASE_URL')! + '/auth/v1/.well-known/jwks.json'),
)

/** Requires a token that one of the project's keys has signed. */
export const AuthMiddleware = async (req: Request, next: (req: Request) => Promise<Response>) => {
  try {
    const [bearer, token] = (req.headers.get('authorization') ?? '').split(' ')
    if (bearer !== 'Bearer') throw new Error(`Auth header is not 'Bearer {token}'`)
    await jose.jwtVerify(token, SUPABASE_JWT_KEYS, { issuer: SUPABASE_JWT_ISSUER })
  } catch (e) {
    return createErrorResponse(401, e?.toString() || 'Unauthorized')
  }
  return next(req)
}

export const UserMiddleware = async (req: Request, next: (req: Request, user?: User) => Promise<Response>) => {
  const localClient = createClient(
    Deno.env.get('SUPABASE_URL') ?? '',
    Deno.env.get('SB_PUBLISHABLE_KEY') ?? Deno.env.get('SUPABASE_ANON_KEY') ?? '',
    { global: { headers: { Authorization: req.headers.get('Authorization')! } } },
  )
  const { data, error } = await localClient.auth.getUser()
  return !data?.user || error ? createErrorResponse(401, 'Unauthorized') : next(req, data.user)
}
