import { queryOptions } from '@tanstack/react-query'
import type { Database } from '../../lib/database.types.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

type BackupStateRow = Database['public']['Functions']['backup_state']['Returns'][number]

/** The state of the backups. The generated types do not say which columns of a function may be null. */
export type BackupState = Pick<BackupStateRow, 'has_backups' | 'is_under_way'> & {
  last_good_at: string | null
  /** Whether the last good backup was restored as a test. */
  is_proven: boolean | null
  last_begun_at: string | null
  /** The error of the last backup that was started. */
  failure: string | null
}

/**
 * The state of the backups, for super admins. `has_backups` is false where the hosting makes them, as hosted Supabase
 * does.
 */
export const backupStateQuery = () =>
  queryOptions({
    queryKey: ['backup'],
    queryFn: async (): Promise<BackupState> => {
      const client = await supabase()
      return unwrap(await client.rpc('backup_state', {}, { get: true }).single())
    },
  })
