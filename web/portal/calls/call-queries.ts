import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { Call, CallPartner } from './call.ts'

/** The limit of each part of the list: nobody reads further back. */
const MOST = 20

const WITH_CALLER =
  'id, starts_at, time_zone, minutes, staff_id, note, state, sequence, staff:user_profiles!staff_id(display_name)'

/** The calls with somebody: the planned ones, the next first, and the others, the latest first. */
export const callsQuery = ({ column, id }: Pick<CallPartner, 'column' | 'id'>) =>
  queryOptions({
    queryKey: ['calls', column, id],
    queryFn: async ({ signal }): Promise<{ planned: Call[]; earlier: Call[] }> => {
      const database = await supabase()
      const calls = () => database.from('calls').select(WITH_CALLER).eq(column, id).limit(MOST).abortSignal(signal)
      const [planned, earlier] = await Promise.all([
        calls().eq('state', 'planned').order('starts_at').order('id'),
        calls().neq('state', 'planned').order('starts_at', { ascending: false }).order('id'),
      ])
      return { planned: unwrap(planned), earlier: unwrap(earlier) }
    },
  })
