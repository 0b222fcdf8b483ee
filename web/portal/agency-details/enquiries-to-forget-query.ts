import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** The number of enquiries that would be erased tonight if the setting were this number of months. */
export const enquiriesToForgetQuery = (months: string) =>
  queryOptions({
    queryKey: ['enquiries', 'to forget', months],
    enabled: months !== '',
    // Somebody decides on an erasure by this number, so it is read anew each time.
    staleTime: 0,
    queryFn: async () => {
      const client = await supabase()
      return unwrap(await client.rpc('count_enquiries_to_forget', { months: Number(months) }))
    },
  })
