import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { Call, CallPartner } from './call.ts'

/** The limit of the list: nobody reads further back. */
const MOST = 20

const WITH_CALLER =
  'id, starts_at, time_zone, minutes, staff_id, note, state, sequence, staff:user_profiles!staff_id(display_name)'

/** The calls with somebody, the latest first. */
export const callsQuery = ({ column, id }: Pick<CallPartner, 'column' | 'id'>) =>
  queryOptions({
    queryKey: ['calls', column, id],
    queryFn: async ({ signal }): Promise<Call[]> => {
      const calls = (await supabase()).from('calls').select(WITH_CALLER).eq(column, id)
      return unwrap(await calls.order('starts_at', { ascending: false }).order('id').limit(MOST).abortSignal(signal))
    },
  })
