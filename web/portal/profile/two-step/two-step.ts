import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../../lib/supabase.ts'

const TWO_STEP = ['me', 'two-step'] as const

/** The app whose codes this person types in at sign-in; null for whoever has none. */
export const myAppQuery = () =>
  queryOptions({
    queryKey: TWO_STEP,
    queryFn: async () => {
      const { data, error } = await (await supabase()).auth.mfa.listFactors()
      if (error) throw error
      return data.totp[0] ?? null
    },
  })

/** What an app needs to know, once: nobody is shown the secret again. */
export type NewApp = { id: string; qrCode: string; secret: string }

/** Begins to set up an app. What was begun before and never finished is forgotten. */
export function useBeginTwoStep() {
  return useMutation({
    mutationFn: async (): Promise<NewApp> => {
      const { mfa } = (await supabase()).auth
      const known = await mfa.listFactors()
      if (known.error) throw known.error
      for (const { id, status } of known.data.all) {
        if (status === 'unverified') await mfa.unenroll({ factorId: id })
      }
      const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: 'Authenticator app' })
      if (error) throw error
      return { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret }
    },
  })
}

/** Ends the set-up with a code of the app: from now on each sign-in asks for one. */
export function useFinishTwoStep() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ factorId, code }: { factorId: string; code: string }) => {
      const { error } = await (await supabase()).auth.mfa.challengeAndVerify({ factorId, code })
      if (error) throw error
    },
    onSuccess: refresh,
  })
}

export function useEndTwoStep() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (factorId: string) => {
      const { auth } = await supabase()
      const { error } = await auth.mfa.unenroll({ factorId })
      if (error) throw error
      // The session still says it was proved by an app that is gone.
      await auth.refreshSession()
    },
    onSettled: refresh,
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: TWO_STEP })
}
