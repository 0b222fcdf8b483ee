import { randomUUID } from 'node:crypto'
import { type Challenge, startExternalFlow, type Transaction } from 'engine/feature'
import { ssoErrors } from './sso-errors.ts'

/** The time in which a person has to sign in at their identity provider. */
const LIFETIME_MS = 10 * 60 * 1000

/** A sign-in that waits for the response of an identity provider. */
export type RelayState = {
  id: string
  providerId: string
  /** The id of the SAML request that the response must name. */
  requestId: string
  redirectTo: string
  /** The flow that issues the app's code; null for the implicit flow. */
  flowId: string | null
}

type Started = Omit<RelayState, 'id' | 'flowId'> & { challenge: Challenge | undefined }

/** Stores a pending sign-in, and returns the RelayState that the identity provider sends back with its response. */
export async function startRelay(tx: Transaction, started: Started): Promise<string> {
  const { providerId, requestId, redirectTo, challenge } = started
  const flowId = challenge ? randomUUID() : null
  if (flowId !== null) {
    const flow = { id: flowId, provider: 'sso/saml', redirectTo, linkingTarget: null, challenge }
    await startExternalFlow(tx, 'sso/saml', flow)
  }
  const id = randomUUID()
  await tx.query(
    `insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, now(), now())`,
    [id, providerId, requestId, redirectTo, flowId],
  )
  return id
}

/** Takes the pending sign-in of a RelayState, which works once. */
export async function takeRelay(tx: Transaction, id: string): Promise<RelayState> {
  const [relay] = await tx.query<RelayState & { age_ms: number }>(
    `delete from auth.saml_relay_states where id = $1
     returning id, sso_provider_id as "providerId", request_id as "requestId", redirect_to as "redirectTo",
               flow_state_id as "flowId", extract(epoch from clock_timestamp() - created_at)::float8 * 1000 as age_ms`,
    [id],
  )
  if (!relay) throw ssoErrors.relayStateUnknown()
  if (relay.age_ms > LIFETIME_MS) throw ssoErrors.relayStateExpired()
  return relay
}

/** Marks an assertion as used. Throws if it was used before. */
export async function spendAssertion(tx: Transaction, issuer: string, id: string, usableUntil: Date) {
  await tx.query(`delete from engine.used_assertions where usable_until < now() - interval '1 hour'`)
  const rows = await tx.query(
    `insert into engine.used_assertions (issuer, id, usable_until) values ($1, $2, $3)
     on conflict (issuer, id) do nothing returning id`,
    [issuer, id, usableUntil],
  )
  if (rows.length === 0) throw ssoErrors.assertionUsed()
}
