import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrapCount } from '../../lib/unwrap.ts'

export function usePutIntoAgency() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ userId, agencyId }: { userId: string; agencyId: string | null }) => {
      const profiles = (await supabase()).from('user_profiles')
      const put = unwrapCount(await profiles.update({ agency_id: agencyId }, { count: 'exact' }).eq('id', userId))
      if (put === 0) throw new Error('This person no longer exists, or you may not put them into an agency.')
    },
    // Also what they worked on changes: whoever leaves an agency leaves its projects.
    onSettled: () => queryClient.invalidateQueries(),
  })
}
