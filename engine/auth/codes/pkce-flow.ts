import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'
import { authErrors } from '../errors.ts'
import { lockUser } from '../users/user-rows.ts'

/** A link or a provider sign-in that was started with PKCE must be redeemed within this time. */
export const FLOW_LIFETIME_MS = 300_000

/** The sign-in method of a link or a provider sign-in that was started with PKCE. */
export type FlowMethod = 'email/signup' | 'recovery' | 'magiclink' | 'email_change' | 'oauth' | 'sso/saml'

/** The PKCE challenge that the client sends when it starts. */
export type Challenge = { challenge: string; method: 's256' | 'plain' }

/** The challenge of a request; undefined for the implicit flow. */
export function parseChallenge(body: { code_challenge: string; code_challenge_method: string }): Challenge | undefined {
  const { code_challenge: challenge, code_challenge_method: asked } = body
  if (challenge === '' && asked === '') return undefined
  if (challenge === '' || asked === '') throw authErrors.halfPkce()
  if (challenge.length < 43 || challenge.length > 128) throw authErrors.challengeLength()
  if (!/^[\w.~-]+$/.test(challenge)) throw authErrors.challengeCharacters()
  const method = asked.toLowerCase()
  if (method !== 's256' && method !== 'plain') throw authErrors.challengeMethod(asked)
  return { challenge, method }
}

/** Stores the challenge until the user opens the link. */
export async function startFlow(tx: Transaction, userId: string, method: FlowMethod, challenge: Challenge) {
  await tx.query(
    `insert into auth.flow_state (
       id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'email', $6, now(), now())`,
    [randomUUID(), userId, randomUUID(), challenge.method, challenge.challenge, method],
  )
}

/** Issues the code that the opened link passes to the client; of several flows of this kind the latest counts. */
export async function issueCode(tx: Transaction, userId: string, method: FlowMethod): Promise<string> {
  const [flow] = await tx.query<{ auth_code: string }>(
    `update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
      where id = (select id from auth.flow_state where user_id = $1 and authentication_method = $2
                   order by created_at desc limit 1)
     returning auth_code`,
    [userId, method],
  )
  if (!flow) throw authErrors.flowNotFound()
  return flow.auth_code
}

type Flow = {
  id: string
  user_id: string
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
  authentication_method: FlowMethod
  provider_type: string
  provider_access_token: string | null
  provider_refresh_token: string | null
  age_ms: number
}

/**
 * The user of this code, if the verifier matches the challenge; then the code is used up. A wrong verifier leaves it
 * valid. The lifetime starts with opening the link, not with requesting it: a mail may stay unopened for an hour.
 */
export async function redeemCode(tx: Transaction, code: string, verifier: string) {
  const [flow] = await tx.query<Flow>(
    `select id, user_id, code_challenge, code_challenge_method, authentication_method,
            provider_type, provider_access_token, provider_refresh_token,
            extract(epoch from clock_timestamp() - auth_code_issued_at)::float8 * 1000 as age_ms
       from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null and user_id is not null`,
    [code],
  )
  if (!flow) throw authErrors.flowNotFound()
  if (flow.age_ms > FLOW_LIFETIME_MS) throw authErrors.flowExpired()
  if (!matchesChallenge(flow, verifier)) throw authErrors.wrongVerifier()
  // Locks the user first, in the same order as `invalidateLinks`; the code may be gone by then.
  await lockUser(tx, flow.user_id)
  const spent = await tx.query('delete from auth.flow_state where id = $1 returning id', [flow.id])
  if (spent.length === 0) throw authErrors.flowNotFound()
  return {
    userId: flow.user_id,
    method: flow.authentication_method,
    provider: flow.provider_type,
    providerTokens: {
      ...(flow.provider_access_token && { provider_token: flow.provider_access_token }),
      ...(flow.provider_refresh_token && { provider_refresh_token: flow.provider_refresh_token }),
    },
  }
}

function matchesChallenge(flow: Flow, verifier: string): boolean {
  const answer =
    flow.code_challenge_method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return isSameSecret(answer, flow.code_challenge)
}
