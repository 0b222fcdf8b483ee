import type { FastifyInstance } from 'fastify'
import { type UserJson, userJson } from '../users/user-json.ts'
import type { SignedIn } from './sessions.ts'

/** A session in the format of the wire (docs/wire/auth.md#session). */
export type SessionJson = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: UserJson
  /** The provider's token for the app; only in the answer to the sign-in itself. */
  provider_token?: string
  provider_refresh_token?: string
}

/** The claims of every token of this service. */
export type TokenClaims = {
  [claim: string]: unknown
  aud: string
  exp: number
  iat: number
  sub: string
  email: string
  phone: string
  role: string
  aal: string
  session_id: string
  is_anonymous: boolean
}

export type Issuer = Pick<FastifyInstance, 'tokens' | 'authSettings' | 'authFeatures'>

/**
 * Signs an access token for an open session. Called after the commit, because no transaction should stay open for it.
 * `method` is reported to features where it differs from how the session was opened.
 */
export async function sessionJson(
  issuer: Issuer,
  { user, session }: SignedIn,
  method = session.amr[0]?.method ?? '',
): Promise<SessionJson> {
  const { jwtExpirySeconds, tokenIssuer: iss } = issuer.authSettings
  const issuedAt = Math.floor(Date.now() / 1000)
  const expiresAt = issuedAt + jwtExpirySeconds
  let claims: TokenClaims = {
    iss,
    sub: user.id,
    aud: user.aud || 'authenticated',
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role || 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
  for (const change of issuer.authFeatures.parts('claims')) claims = await change(claims, method)
  return {
    access_token: await issuer.tokens.sign(claims),
    token_type: 'bearer',
    expires_in: jwtExpirySeconds,
    expires_at: expiresAt,
    refresh_token: session.refreshToken,
    user: userJson(user),
  }
}
