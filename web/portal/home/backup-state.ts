import { queryOptions } from '@tanstack/react-query'
import type { Database } from '../../lib/database.types.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

type Told = Database['public']['Functions']['backup_state']['Returns'][number]

/** How backups went; the database does not say of a function what may be empty. */
export type BackupState = Pick<Told, 'has_backups' | 'is_under_way'> & {
  last_good_at: string | null
  /** Of the last good one: whether it was restored for trial. */
  is_proven: boolean | null
  last_begun_at: string | null
  /** Of the last one that was begun. */
  failure: string | null
}

/** For super admins. `has_backups` is false where somebody else makes them, as on hosted Supabase. */
export const backupStateQuery = () =>
  queryOptions({
    queryKey: ['backup'],
    queryFn: async (): Promise<BackupState> => {
      const client = await supabase()
      return unwrap(await client.rpc('backup_state', {}, { get: true }).single())
    },
  })
