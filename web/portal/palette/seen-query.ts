import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { SeenItem } from '../me/recently-seen.ts'

/**
 * The clients and projects that were viewed last, in that order, by their current names. Rows that are deleted or no
 * longer visible are left out.
 */
export const seenQuery = (seen: readonly SeenItem[]) =>
  queryOptions({
    queryKey: ['found', 'seen', seen],
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const ids = (kind: SeenItem['kind']) => seen.filter((one) => one.kind === kind).map(({ id }) => id)
      const named = async (table: 'clients' | 'projects', wanted: string[]) =>
        wanted.length === 0
          ? []
          : unwrap(await client.from(table).select('id, name').in('id', wanted).abortSignal(signal))
      const rows = (await Promise.all([named('clients', ids('client')), named('projects', ids('project'))])).flat()
      const names = new Map(rows.map(({ id, name }) => [id, name]))
      return seen.flatMap((one) => ({ ...one, name: names.get(one.id) ?? '' })).filter(({ name }) => name !== '')
    },
  })
