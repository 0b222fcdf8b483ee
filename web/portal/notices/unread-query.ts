import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** The numbers of unread notices and chat messages; 100 means a hundred or more. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: ['unread'],
    queryFn: async ({ signal }) => {
      const unread = (await supabase()).rpc('my_unread', undefined, { get: true }).abortSignal(signal)
      return unwrap(await unread)[0] ?? { messages: 0, notices: 0 }
    },
  })
