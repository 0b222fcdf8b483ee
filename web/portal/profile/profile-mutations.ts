import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrapCount } from '../../lib/unwrap.ts'
import { useMe } from '../me/me.ts'
import { myProfileQuery } from '../me/me-queries.ts'
import { USERS } from '../users/user-queries.ts'

export type ProfileChanges = { display_name: string | null; avatar_url: string | null }

export function useUpdateProfile() {
  const { id } = useMe()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ display_name, avatar_url }: ProfileChanges) => {
      const profiles = (await supabase()).from('user_profiles')
      const updated = unwrapCount(await profiles.update({ display_name, avatar_url }, { count: 'exact' }).eq('id', id))
      if (updated === 0) throw new Error('This profile no longer exists.')
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries(myProfileQuery(id)),
        queryClient.invalidateQueries({ queryKey: USERS }),
      ]),
  })
}
