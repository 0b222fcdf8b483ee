import { isAuthApiError, type SupabaseClient } from '@supabase/supabase-js'
import { siteName } from '../../../lib/site-name.ts'

type Mfa = SupabaseClient['auth']['mfa']

export type RecoveryCodesLeft = { total: number; remaining: number }

/** From here on it is time for new ones. */
const FEW = 3

export const areFew = ({ remaining }: RecoveryCodesLeft) => remaining <= FEW

export async function recoveryCodesLeft(mfa: Mfa): Promise<RecoveryCodesLeft> {
  const { data, error } = await mfa.recoveryCodes.getStatus()
  if (error) throw error
  return { total: data.total, remaining: data.remaining }
}

/** The codes of whoever has none yet; nothing on a server that has them switched off. */
export async function makeFirstCodes(mfa: Mfa): Promise<string[] | undefined> {
  const { data, error } = await mfa.recoveryCodes.generate()
  if (!error) return data.codes
  if (isAuthApiError(error) && error.code === 'mfa_recovery_codes_enroll_not_enabled') return undefined
  throw error
}

/** As people can copy it from paper: in groups of four. */
export const grouped = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** What is copied and downloaded: it says what it is for when it is found years later. */
export const textOf = (codes: readonly string[], { email, site }: { email: string; site: string }) =>
  `Recovery codes for ${email} at ${siteName()} (${site})
Each lets you in once, instead of the code from your authenticator app.

${codes.map(grouped).join('\n')}
`
