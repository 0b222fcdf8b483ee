import type { AuthError, SupabaseClient } from '@supabase/supabase-js'
import { siteName } from '../../../lib/site-name.ts'

type Mfa = SupabaseClient['auth']['mfa']

export type RecoveryCodesLeft = { total: number; remaining: number }

/** From here on it is time for new ones. */
const FEW = 3

export const areFew = ({ remaining }: RecoveryCodesLeft) => remaining <= FEW

/** Null for whoever has none yet; undefined where there are no recovery codes. */
export async function recoveryCodesLeft(mfa: Mfa): Promise<RecoveryCodesLeft | null | undefined> {
  const { data, error } = await mfa.recoveryCodes.getStatus()
  if (!error) return { total: data.total, remaining: data.remaining }
  if (error.code === 'mfa_factor_not_found') return null
  if (areSwitchedOff(error)) return undefined
  throw error
}

/** The codes of whoever has none yet; nothing where there are no recovery codes. */
export async function makeFirstCodes(mfa: Mfa): Promise<string[] | undefined> {
  const { data, error } = await mfa.recoveryCodes.generate()
  if (!error) return data.codes
  if (areSwitchedOff(error)) return undefined
  throw error
}

/**
 * A sign-in service that has never heard of recovery codes answers 404 or 405, with or without words. The client calls an
 * answer without words unknown, and keeps no status of it.
 */
const areSwitchedOff = (error: AuthError) =>
  error.code === 'mfa_recovery_codes_enroll_not_enabled' ||
  error.status === 404 ||
  error.status === 405 ||
  error.name === 'AuthUnknownError'

/** As people can copy it from paper: in groups of four. */
export const grouped = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** What is copied and downloaded: it says what it is for when it is found years later. */
export const textOf = (codes: readonly string[], { email, site }: { email: string; site: string }) =>
  `Recovery codes for ${email} at ${siteName()} (${site})
Each lets you in once, instead of the code from your authenticator app.

${codes.map(grouped).join('\n')}
`
