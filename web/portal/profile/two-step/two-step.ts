import type { AMREntry, SupabaseClient } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import { randomUuid } from '../../../lib/random-uuid.ts'
import { wholeSupabase } from '../../../lib/supabase.ts'
import type { Write } from '../../writes/use-write.ts'
import { profileToasts } from '../profile-toasts.ts'
import { makeFirstCodes, type RecoveryCodesLeft, recoveryCodesLeft } from './recovery-codes.ts'

const words = profileToasts

export type TwoStep = {
  /** The factor id of the authenticator app. */
  appId: string
  /** The number of recovery codes: null for a person without them, undefined where the server has none. */
  codes: RecoveryCodesLeft | null | undefined
  /** True for a session that was verified by a recovery code, perhaps because the phone is lost. */
  cameByRecoveryCode: boolean
}

/** The state of two-step sign-in; null for a person who does not use it. */
export const twoStepQuery = () =>
  queryOptions({
    queryKey: ['me', 'two-step'],
    queryFn: async (): Promise<TwoStep | null> => {
      const { mfa } = (await wholeSupabase()).auth
      const { data, error } = await mfa.listFactors()
      if (error) throw error
      const [app] = data.totp
      if (!app) return null
      const codes = await recoveryCodesLeft(mfa)
      return { appId: app.id, codes, cameByRecoveryCode: (await latestProof(mfa)) === 'mfa/recovery_code' }
    },
  })

type Mfa = SupabaseClient['auth']['mfa']

/** The id of the second factor that was verified last in this session. */
async function latestProof(mfa: Mfa): Promise<string | undefined> {
  const { data, error } = await mfa.getAuthenticatorAssuranceLevel()
  if (error) throw error
  const [latest]: (AMREntry | string)[] = data.currentAuthenticationMethods
  return typeof latest === 'string' ? latest : latest?.method
}

/** A new authenticator app with the data for its set-up. The secret is shown only once. */
export type NewApp = { id: string; qrCode: string; secret: string; bringsCodes: boolean }

/** Names of authenticator apps, which alternate: a person who moves to a new phone has two apps for a moment. */
const appNames = ['Authenticator app', 'New authenticator app']

/** Starts the set-up of an authenticator app, and removes earlier set-ups that were never finished. */
export const beginTwoStep: Write<void, NewApp> = {
  mutationFn: async () => {
    const { mfa } = (await wholeSupabase()).auth
    const known = await mfa.listFactors()
    if (known.error) throw known.error
    for (const { id, status } of known.data.all) {
      if (status === 'unverified') await mfa.unenroll({ factorId: id })
    }
    const bringsCodes = (await recoveryCodesLeft(mfa)) !== undefined
    const taken = known.data.totp.map(({ friendly_name }) => friendly_name)
    const friendlyName = appNames.find((name) => !taken.includes(name)) ?? randomUuid()
    const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName })
    if (error) throw error
    return { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret, bringsCodes }
  },
  // An app without a finished set-up is shown nowhere, so no query is refreshed.
  meta: { failed: words.twoStepFailed, refresh: [] },
}

/** The result of a finished set-up of an authenticator app. */
export type FinishedSetUp = {
  /** The first recovery codes, for a person who had none. */
  codes?: readonly string[]
  /** The reason why recovery codes could not be made, or why the former app is still there. */
  problem?: unknown
}

/**
 * Finishes the set-up with a code of the authenticator app. From now on each sign-in asks for a code of this app only.
 */
export const finishTwoStep = (isNewPhone: boolean): Write<{ factorId: string; code: string }, FinishedSetUp> => ({
  mutationFn: async ({ factorId, code }) => {
    const { mfa } = (await wholeSupabase()).auth
    const { error } = await mfa.challengeAndVerify({ factorId, code })
    if (error) throw error
    try {
      const known = await mfa.listFactors()
      if (known.error) throw known.error
      const { totp, recovery_code } = known.data
      for (const { id } of totp) if (id !== factorId) await unenroll(mfa, id)
      const codes = recovery_code.length > 0 ? undefined : await makeFirstCodes(mfa)
      return codes ? { codes } : {}
    } catch (problem) {
      return { problem }
    }
  },
  meta: {
    succeeded: isNewPhone ? words.newPhone : words.twoStepOn,
    failed: words.twoStepFailed,
    refresh: ['auth.mfa_factors'],
    isAddition: true,
  },
})

async function unenroll(mfa: Mfa, factorId: string) {
  const { error } = await mfa.unenroll({ factorId })
  if (error) throw error
}

export const endTwoStep: Write<TwoStep> = {
  mutationFn: async ({ appId, codes }) => {
    const { auth } = await wholeSupabase()
    // Recovery codes are removed before the app, so that they are never the only factor.
    if (codes) {
      const { error } = await auth.mfa.recoveryCodes.unenroll()
      if (error) throw error
    }
    await unenroll(auth.mfa, appId)
    // The session is refreshed, since it still names the removed factor.
    await auth.refreshSession()
  },
  meta: { succeeded: words.twoStepOff, failed: words.twoStepFailed, refresh: ['auth.mfa_factors'] },
}

/** Makes new recovery codes, which void the former ones. */
export const makeNewCodes: Write<RecoveryCodesLeft | null, string[]> = {
  mutationFn: async (codes) => {
    const { recoveryCodes } = (await wholeSupabase()).auth.mfa
    const { data, error } = await (codes ? recoveryCodes.regenerate() : recoveryCodes.generate())
    if (error) throw error
    return data.codes
  },
  meta: { failed: words.recoveryCodesFailed, refresh: ['auth.mfa_factors'], isAddition: true },
}
