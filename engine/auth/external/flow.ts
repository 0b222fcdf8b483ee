import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import type { Challenge } from '../codes/pkce-flow.ts'
import { authErrors } from '../errors.ts'

/** A provider sign-in in progress. */
export type ExternalFlow = {
  id: string
  provider: string
  isPkce: boolean
  /** Where the browser goes at the end; checked when the flow began. */
  redirectTo: string
  /** The user who links one more identity; null for a sign-in. */
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

type ExternalSignInResult = { userId: string; accessToken?: string; refreshToken?: string | undefined }

/** Stores the user and the provider's tokens under the app's code; returns the code. */
export async function completeExternalFlow(
  tx: Transaction,
  id: string,
  arrived: ExternalSignInResult,
): Promise<string> {
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
