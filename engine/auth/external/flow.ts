import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import type { Challenge } from '../codes/flow-state.ts'
import { authErrors } from '../errors.ts'

/** A sign-in that is on its way through somebody who vouches for the person. */
export type ExternalFlow = {
  id: string
  provider: string
  isPkce: boolean
  /** Where the person goes in the end; checked when the flow began. */
  redirectTo: string
  /** Who asked for one more identity; null for a sign-in. */
  linkingTarget: string | null
}

export type NewFlow = Omit<ExternalFlow, 'isPkce'> & { challenge: Challenge | undefined }

export async function startExternalFlow(tx: Transaction, method: 'oauth' | 'sso/saml', flow: NewFlow) {
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

type Arrived = { userId: string; accessToken?: string; refreshToken?: string | undefined }

/** Puts who came back and the provider's tokens where the app's code leads to; returns the code. */
export async function completeExternalFlow(tx: Transaction, id: string, arrived: Arrived): Promise<string> {
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
