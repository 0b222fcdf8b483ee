import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { ViewedList } from './saved-view.ts'

/** The reader's views of a list, oldest first. */
export const savedViewsQuery = (list: ViewedList) =>
  queryOptions({
    queryKey: ['saved-views', list],
    queryFn: async () => {
      const views = (await supabase()).from('saved_views').select('id, list, name, query, created_at')
      return unwrap(await views.eq('list', list).order('created_at').order('id'))
    },
  })
