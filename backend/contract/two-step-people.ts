import type { SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { signedInPerson } from './auth-people.ts'

/** What an authenticator app shows. */
export const codeOf = (secret: string) => new TOTP({ secret }).generate()

export async function enroll(client: SupabaseClient, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { factorId: data.id, ...data.totp }
}

/** Somebody whose session has just proved an authenticator app. */
export async function twoStepPerson(name: string) {
  const person = await signedInPerson(name)
  const { factorId, secret } = await enroll(person.client)
  const { data, error } = await person.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
  if (error) throw error
  return { ...person, factorId, secret, verified: data }
}
