import type { TokenClaims } from 'engine/feature'
import { z } from 'zod'
import { callHook } from './call-hook.ts'
import { hookErrors } from './errors.ts'
import type { Hook } from './hook.ts'

/**
 * The claims that every token must have; a custom_access_token hook may change them and add others, but not remove
 * these.
 */
const claimsOfEveryToken: z.ZodType<TokenClaims> = z.looseObject({
  aud: z.string(),
  exp: z.int(),
  iat: z.int(),
  sub: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.string(),
  aal: z.string(),
  session_id: z.string(),
  is_anonymous: z.boolean(),
})

const answer = z.object({ claims: claimsOfEveryToken })

/** Lets the project's custom_access_token hook change the claims of a token. */
export async function customClaims(hook: Hook, claims: TokenClaims, method: string): Promise<TokenClaims> {
  const about = { user_id: claims.sub, claims, authentication_method: method }
  const said = await callHook(hook, 'customize-access-token', about)
  const given = answer.safeParse(said)
  if (!given.success) throw hookErrors.failed(given.error)
  return given.data.claims
}
