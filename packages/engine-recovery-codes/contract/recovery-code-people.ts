import type { AuthMFARecoveryCodesGenerateResponse, SupabaseClient } from '@supabase/supabase-js'
import { twoStepPerson } from 'engine/testing/contract'

export const wrong = { status: 422, code: 'mfa_verification_failed', message: 'Invalid recovery code entered' }

export const none = { status: 404, code: 'mfa_factor_not_found', message: 'The user has not enrolled recovery codes' }

/** A user with an authenticator app and recovery codes. */
export async function personWithCodes(name: string) {
  const person = await twoStepPerson(name)
  return { ...person, ...told(await codesOf(person.client).generate()) }
}

export function told({ data, error }: AuthMFARecoveryCodesGenerateResponse) {
  if (error) throw error
  const [first = '', second = ''] = data.codes
  return { setId: data.id, codes: data.codes, first, second }
}

export const codesOf = (client: SupabaseClient) => client.auth.mfa.recoveryCodes

export const remaining = async (client: SupabaseClient) => (await codesOf(client).getStatus()).data?.remaining
