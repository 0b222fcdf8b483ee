import { createHmac, randomUUID } from 'node:crypto'
import type { Tokens, Transaction } from 'engine/feature'
import { type ExternalFlow, FLOW_LIFETIME_MS, isUuid, type NewFlow, startExternalFlow } from 'engine/feature'
import { providerErrors } from './errors.ts'

/** The id of the flow is the state: without it nobody can complete the flow. */
export const newState = () => randomUUID()

/** A secret of this flow that need not be stored, and is the PKCE verifier as well. */
export const secretOf = (tokens: Tokens, state: string) =>
  createHmac('sha256', tokens.secretFor('sign-in by a provider')).update(state).digest('base64url')

export const startProviderFlow = (tx: Transaction, flow: NewFlow) => startExternalFlow(tx, 'oauth', flow)

type FlowRow = ExternalFlow & { used: boolean; age_ms: number }

/** The flow of a state, which can be completed only once. */
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
  // With PKCE the app still has to redeem the code, so the row stays; until it has a user, the code is worthless.
  if (flow.isPkce) await tx.query('update auth.flow_state set auth_code_issued_at = now() where id = $1', [flow.id])
  else await tx.query('delete from auth.flow_state where id = $1', [flow.id])
  return flow
}
