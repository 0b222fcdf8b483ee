import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrapCount } from '../../lib/unwrap.ts'

/** The number of other people with a role; a person who has only signed up does not count as a colleague yet. */
export const colleaguesQuery = (myId: string) =>
  queryOptions({
    queryKey: ['users', 'colleagues', myId],
    queryFn: async () => {
      const held = (await supabase()).from('user_roles').select('*', { count: 'exact', head: true })
      return unwrapCount(await held.neq('user_id', myId).neq('role', 'user'))
    },
  })
