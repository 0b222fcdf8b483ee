import { queryOptions, useQuery } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { isAdminType } from '../me/role.ts'
import type { Write } from '../writes/use-write.ts'
import { vaultToasts } from './vault-toasts.ts'

/** The ids of the shared entries that the person may take over, because nobody owns them who could change them. */
export const toTakeOverQuery = () =>
  queryOptions({
    queryKey: ['vault', 'to-take-over'],
    queryFn: async ({ signal }) => {
      const client = await supabase()
      return unwrap(await client.rpc('entries_to_take_over', {}, { get: true }).abortSignal(signal))
    },
  })

/** Returns whether the person may take over an entry. Only admins may, so that nobody else asks the server. */
export function useMayTakeOver(): (entryId: string) => boolean {
  const { data } = useQuery({ ...toTakeOverQuery(), enabled: isAdminType(useMyRoles() ?? []) })
  return (entryId) => data?.includes(entryId) ?? false
}

export const takeOverEntry: Write<string> = {
  mutationFn: async (entry) => unwrap(await (await supabase()).rpc('take_over_entry', { entry })),
  meta: {
    succeeded: vaultToasts.takenOver,
    failed: vaultToasts.takeOverFailed,
    refresh: ['password_vault', 'audit_events'],
  },
}
