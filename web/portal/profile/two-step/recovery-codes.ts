import type { AuthError, SupabaseClient } from '@supabase/supabase-js'
import { siteName } from '../../../lib/site-name.ts'

type Mfa = SupabaseClient['auth']['mfa']

export type RecoveryCodesLeft = { total: number; remaining: number }

/** The number of recovery codes from which the card suggests making new ones. */
const FEW = 3

export const isRunningLow = ({ remaining }: RecoveryCodesLeft) => remaining <= FEW

/**
 * Counts the recovery codes that are left: null for a person without codes, undefined where the server has no recovery
 * codes.
 */
export async function recoveryCodesLeft(mfa: Mfa): Promise<RecoveryCodesLeft | null | undefined> {
  const { data, error } = await mfa.recoveryCodes.getStatus()
  if (!error) return { total: data.total, remaining: data.remaining }
  if (error.code === 'mfa_factor_not_found') return null
  if (areSwitchedOff(error)) return undefined
  throw error
}

/** Makes recovery codes for a person who has none yet; undefined where the server has no recovery codes. */
export async function makeFirstCodes(mfa: Mfa): Promise<string[] | undefined> {
  const { data, error } = await mfa.recoveryCodes.generate()
  if (!error) return data.codes
  if (areSwitchedOff(error)) return undefined
  throw error
}

/**
 * Whether the auth server has no recovery codes: it answers 404 or 405, with or without a body. Without a body, auth-js
 * throws an unknown error that does not keep the status.
 */
const areSwitchedOff = (error: AuthError) =>
  error.code === 'mfa_recovery_codes_enroll_not_enabled' ||
  error.status === 404 ||
  error.status === 405 ||
  error.name === 'AuthUnknownError'

/** Groups a code by four characters, so that people can copy it from paper. */
export const groupByFour = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** The text that is copied and downloaded. It explains itself to a person who finds it years later. */
export const recoveryCodesText = (codes: readonly string[], { email, site }: { email: string; site: string }) =>
  `Recovery codes for ${email} at ${siteName()} (${site})
Each lets you in once, instead of the code from your authenticator app.

${codes.map(groupByFour).join('\n')}
`
