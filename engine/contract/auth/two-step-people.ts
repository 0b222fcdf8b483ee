import type { SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { signedInPerson } from './people.ts'

const STEP_MS = 30_000
const shown = new Map<string, number>()

/**
 * The current code of an authenticator app; within the same half minute the next one, since each code is accepted only
 * once.
 */
export function codeOf(secret: string): string {
  const step = Math.max(Math.floor(Date.now() / STEP_MS), (shown.get(secret) ?? 0) + 1)
  shown.set(secret, step)
  return new TOTP({ secret }).generate({ timestamp: step * STEP_MS })
}

export async function enroll(client: SupabaseClient, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { factorId: data.id, ...data.totp }
}

/** A user whose session has just verified an authenticator app. */
export async function twoStepPerson(name: string) {
  const person = await signedInPerson(name)
  const { factorId, secret } = await enroll(person.client)
  const { data, error } = await person.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
  if (error) throw error
  return { ...person, factorId, secret, verified: data }
}
