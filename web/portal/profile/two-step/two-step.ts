import type { AMREntry, SupabaseClient } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../../lib/supabase.ts'
import type { Write } from '../../writes/use-write.ts'
import { profileToasts } from '../profile-toasts.ts'
import { makeFirstCodes, type RecoveryCodesLeft, recoveryCodesLeft } from './recovery-codes.ts'

const words = profileToasts

export type TwoStep = {
  /** The app whose codes this person types in at sign-in. */
  appId: string
  /** Null for whoever has no recovery codes, undefined where there are none to have. */
  codes: RecoveryCodesLeft | null | undefined
  /** By a recovery code, perhaps because the phone with the app is gone. */
  cameByRecoveryCode: boolean
}

/** Null for whoever has not set it up. */
export const twoStepQuery = () =>
  queryOptions({
    queryKey: ['me', 'two-step'],
    queryFn: async (): Promise<TwoStep | null> => {
      const { mfa } = (await supabase()).auth
      const { data, error } = await mfa.listFactors()
      if (error) throw error
      const [app] = data.totp
      if (!app) return null
      const codes = await recoveryCodesLeft(mfa)
      return { appId: app.id, codes, cameByRecoveryCode: (await latestProof(mfa)) === 'mfa/recovery_code' }
    },
  })

type Mfa = SupabaseClient['auth']['mfa']

/** How the person has proved themselves last in this session. */
async function latestProof(mfa: Mfa): Promise<string | undefined> {
  const { data, error } = await mfa.getAuthenticatorAssuranceLevel()
  if (error) throw error
  const [latest]: (AMREntry | string)[] = data.currentAuthenticationMethods
  return typeof latest === 'string' ? latest : latest?.method
}

/** What an app needs to know, once: nobody is shown the secret again. */
export type NewApp = { id: string; qrCode: string; secret: string; bringsCodes: boolean }

/** By turns: while somebody moves to another phone, they have two of them. */
const appNames = ['Authenticator app', 'New authenticator app']

/** Begins to set up an app. What was begun before and never finished is forgotten. */
export const beginTwoStep: Write<void, NewApp> = {
  mutationFn: async () => {
    const { mfa } = (await supabase()).auth
    const known = await mfa.listFactors()
    if (known.error) throw known.error
    for (const { id, status } of known.data.all) {
      if (status === 'unverified') await mfa.unenroll({ factorId: id })
    }
    const bringsCodes = (await recoveryCodesLeft(mfa)) !== undefined
    const taken = known.data.totp.map(({ friendly_name }) => friendly_name)
    const friendlyName = appNames.find((name) => !taken.includes(name)) ?? crypto.randomUUID()
    const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName })
    if (error) throw error
    return { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret, bringsCodes }
  },
  // An app that is not set up to the end is shown nowhere.
  meta: { failed: words.twoStepFailed, refresh: [] },
}

/** What is left to say once the app works. */
export type Finished = {
  /** To be kept by whoever had none. */
  codes?: readonly string[]
  /** Why there are none, or why an app of before is still there. */
  problem?: unknown
}

/** Ends the set-up with a code of the app: from now on each sign-in asks for one of it, and of no other. */
export const finishTwoStep = (isNewPhone: boolean): Write<{ factorId: string; code: string }, Finished> => ({
  mutationFn: async ({ factorId, code }) => {
    const { mfa } = (await supabase()).auth
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
    said: isNewPhone ? words.newPhone : words.twoStepOn,
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
    const { auth } = await supabase()
    // Before the app: they are never the only proof.
    if (codes) {
      const { error } = await auth.mfa.recoveryCodes.unenroll()
      if (error) throw error
    }
    await unenroll(auth.mfa, appId)
    // The session still says it was proved by an app that is gone.
    await auth.refreshSession()
  },
  meta: { said: words.twoStepOff, failed: words.twoStepFailed, refresh: ['auth.mfa_factors'] },
}

/** New codes, which void those of before. */
export const makeNewCodes: Write<RecoveryCodesLeft | null, string[]> = {
  mutationFn: async (codes) => {
    const { recoveryCodes } = (await supabase()).auth.mfa
    const { data, error } = await (codes ? recoveryCodes.regenerate() : recoveryCodes.generate())
    if (error) throw error
    return data.codes
  },
  meta: { failed: words.recoveryCodesFailed, refresh: ['auth.mfa_factors'], isAddition: true },
}
