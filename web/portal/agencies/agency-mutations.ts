import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { AGENCIES } from '../agency-details/update-agency.ts'
import type { NewAgency } from './agency.ts'

export function useAddAgency() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ seen: _none, ...agency }: NewAgency) =>
      unwrap(await (await supabase()).from('agencies').insert(agency).select().single()),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: AGENCIES }),
  })
}

export function useDeleteAgency() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (agencyId: string) => {
      const agencies = (await supabase()).from('agencies')
      const deleted = unwrapCount(await agencies.delete({ count: 'exact' }).eq('id', agencyId))
      if (deleted === 0) throw new Error('This agency no longer exists, or you may not delete it.')
    },
    // Everything hangs on an agency, so everything is asked for again; also after a failure, which may come too late.
    onSettled: () => queryClient.invalidateQueries(),
  })
}
