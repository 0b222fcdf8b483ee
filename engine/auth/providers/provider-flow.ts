import { createHmac, randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import type { Tokens } from '../../tokens/tokens.ts'
import { type Challenge, FLOW_LIFETIME_MS } from '../codes/flow-state.ts'
import { authErrors } from '../errors.ts'
import { isUuid } from '../people/addresses.ts'
import { providerErrors } from './errors.ts'

/** A sign-in that is on its way through a provider. */
export type ProviderFlow = {
  id: string
  provider: string
  isPkce: boolean
  /** Where the person goes in the end; checked when the flow began. */
  redirectTo: string
  /** Who asked for one more identity; null for a sign-in. */
  linkingTarget: string | null
}

/** Its id is the state: whoever does not know it cannot come back. */
export const newState = () => randomUUID()

/** A secret of this one flow that need not be stored, and is a PKCE verifier as well. */
export const secretOf = (tokens: Tokens, state: string) =>
  createHmac('sha256', tokens.secretFor('sign-in by a provider')).update(state).digest('base64url')

type NewFlow = Omit<ProviderFlow, 'isPkce'> & { challenge: Challenge | undefined }

export const startProviderFlow = (tx: Transaction, flow: NewFlow) => startFlowOf(tx, 'oauth', flow)

export async function startFlowOf(tx: Transaction, method: 'oauth' | 'sso/saml', flow: NewFlow) {
  await tx.query(
    `insert into auth.flow_state (
       id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method, referrer,
       linking_target_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now(), now())`,
    [
      flow.id,
      randomUUID(),
      flow.challenge?.method ?? null,
      flow.challenge?.challenge ?? null,
      flow.provider,
      method,
      flow.redirectTo,
      flow.linkingTarget,
    ],
  )
}

type FlowRow = ProviderFlow & { used: boolean; age_ms: number }

/** The flow of a state. It can be taken once: what comes with the state is an answer, and there is only one. */
export async function takeProviderFlow(tx: Transaction, state: string): Promise<ProviderFlow> {
  if (state === '') throw providerErrors.stateMissing()
  if (!isUuid(state)) throw providerErrors.stateMalformed()
  const [flow] = await tx.query<FlowRow>(
    `select id, provider_type as provider, referrer as "redirectTo", linking_target_id as "linkingTarget",
            code_challenge is not null as "isPkce", auth_code_issued_at is not null as used,
            extract(epoch from clock_timestamp() - created_at)::float8 * 1000 as age_ms
       from auth.flow_state where id = $1 and authentication_method = 'oauth' for update`,
    [state],
  )
  if (!flow) throw providerErrors.stateUnknown()
  if (flow.used) throw providerErrors.stateUsed()
  if (flow.age_ms > FLOW_LIFETIME_MS) throw providerErrors.stateExpired()
  // With PKCE the app still has to redeem the code, so the row stays; without a person in it the code is worth nothing.
  if (flow.isPkce) await tx.query('update auth.flow_state set auth_code_issued_at = now() where id = $1', [flow.id])
  else await tx.query('delete from auth.flow_state where id = $1', [flow.id])
  return flow
}

type Arrived = { userId: string; accessToken?: string; refreshToken?: string | undefined }

/** Puts who came back and the provider's tokens where the app's code leads to; returns the code. */
export async function completeProviderFlow(tx: Transaction, id: string, arrived: Arrived): Promise<string> {
  const [flow] = await tx.query<{ auth_code: string }>(
    `update auth.flow_state
        set user_id = $2, provider_access_token = $3, provider_refresh_token = $4,
            auth_code_issued_at = now(), updated_at = now()
      where id = $1 returning auth_code`,
    [id, arrived.userId, arrived.accessToken ?? null, arrived.refreshToken ?? null],
  )
  if (!flow) throw authErrors.flowNotFound()
  return flow.auth_code
}
