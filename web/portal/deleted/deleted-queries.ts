import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { containsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { fetchPage } from '../list/fetch-page.ts'
import type { ListParams } from '../list/list-params.ts'
import type { DeletedKind } from './deletion.ts'

/** One page of deleted rows, the latest first, with the count of all that match. */
export const deletedQuery = ({ search, page, kind }: ListParams & { kind: DeletedKind | undefined }) =>
  queryOptions({
    queryKey: ['deleted', { search, page, kind }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const client = await supabase()
      return fetchPage(page, (from, to) => {
        const all = client.from('recently_deleted').select(TOLD, { count: 'exact' }).abortSignal(signal)
        const ofKind = kind ? all.eq('kind', kind) : all
        const found = search === '' ? ofKind : ofKind.like('search_text', containsPattern(search))
        return found.order('deleted_at', { ascending: false }).order('id').range(from, to)
      })
    },
  })

const TOLD = '*, deleter:user_profiles!deleted_by(display_name)'
