import { queryOptions } from '@tanstack/react-query'
import type { Database } from '../../lib/database.types.ts'
import { supabase } from '../../lib/supabase.ts'
import { terms } from '../../lib/terms.ts'
import { unwrap } from '../../lib/unwrap.ts'

type Figures = Omit<Database['public']['Functions']['enquiry_figures']['Returns'][number], 'median_seconds'> & {
  /** Null while no enquiry has been answered. */
  median_seconds: number | null
}

/** The counts of enquiries by state, from a function in the database. */
export const figuresQuery = () =>
  queryOptions({
    queryKey: ['enquiries', 'figures'],
    queryFn: async (): Promise<Figures> => {
      const client = await supabase()
      const params = { reply_hours: terms.replyHours }
      return unwrap(await client.rpc('enquiry_figures', params, { get: true }).single())
    },
  })
