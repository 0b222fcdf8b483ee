import { createHmac, randomUUID } from 'node:crypto'
import type { Tokens, Transaction } from 'engine/feature'
import { type ExternalFlow, FLOW_LIFETIME_MS, isUuid, type NewFlow, startExternalFlow } from 'engine/feature'
import { providerErrors } from './errors.ts'

/** A new `state` parameter, which is the id of the sign-in: without it nobody can complete the sign-in. */
export const newState = () => randomUUID()

/** Derives the secret of a sign-in from its state, so that it need not be stored. It is the PKCE verifier as well. */
export const secretOf = (tokens: Tokens, state: string) =>
  createHmac('sha256', tokens.secretFor('sign-in by a provider')).update(state).digest('base64url')

export const startProviderFlow = (tx: Transaction, flow: NewFlow) => startExternalFlow(tx, 'oauth', flow)

type FlowRow = ExternalFlow & { used: boolean; age_ms: number }

/** Takes the sign-in of a state, which can be completed only once. */
export async function takeProviderFlow(tx: Transaction, state: string): Promise<ExternalFlow> {
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
  // With PKCE the app still has to redeem its code, so the row stays; until the row has a user, the code is worthless.
  if (flow.isPkce) await tx.query('update auth.flow_state set auth_code_issued_at = now() where id = $1', [flow.id])
  else await tx.query('delete from auth.flow_state where id = $1', [flow.id])
  return flow
}
