import { supabase } from '../../lib/supabase.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import { profileToasts } from './profile-toasts.ts'

export type ProfileChanges = { display_name: string | null; avatar_url: string | null }

/** Turns the daily mail about unread notices on or off. */
export const setNoticeMail = (id: string): Write<boolean> => ({
  mutationFn: async (wants_digest) => {
    const profiles = (await supabase()).from('user_profiles')
    unwrapChange(await profiles.update({ wants_digest }, { count: 'exact' }).eq('id', id), 'profile', 'change it')
  },
  meta: { succeeded: profileToasts.updated, failed: profileToasts.updateFailed, refresh: ['user_profiles'] },
})

export const updateProfile = (id: string): Write<ProfileChanges> => ({
  mutationFn: async ({ display_name, avatar_url }) => {
    const profiles = (await supabase()).from('user_profiles')
    const updated = await profiles.update({ display_name, avatar_url }, { count: 'exact' }).eq('id', id)
    unwrapChange(updated, 'profile', 'change it')
  },
  meta: { succeeded: profileToasts.updated, failed: profileToasts.updateFailed, refresh: ['user_profiles'] },
})

/** Decides whether the pages of the agency's clients say what they have had of their plan. */
export const showClientsTheirPlan = (agencyId: string): Write<boolean> => ({
  mutationFn: async (show_clients_their_plan) => {
    const agencies = (await supabase()).from('agencies')
    const changed = agencies.update({ show_clients_their_plan }, { count: 'exact' }).eq('id', agencyId)
    unwrapChange(await changed, 'agency', 'change it')
  },
  meta: { succeeded: profileToasts.agencyUpdated, failed: profileToasts.agencyUpdateFailed, refresh: ['agencies'] },
})
