import { queryOptions } from '@tanstack/react-query'
import { supabase, wholeSupabase } from '../../lib/supabase.ts'
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

/**
 * Whether anybody is mailed about enquiries. The server says it, because the browser does not know CONTACT_EMAIL, nor whether a mail
 * server knows the addresses of the super admins.
 */
export const toldOfEnquiriesQuery = () =>
  queryOptions({
    queryKey: ['agencies', 'told of enquiries'],
    queryFn: async () => {
      const client = await wholeSupabase()
      const asked = { body: { only: 'recipients' } }
      const { data, error } = await client.functions.invoke<{ tellsAnybody: boolean }>('send-test-mail', asked)
      if (error) throw error
      return data?.tellsAnybody !== false
    },
  })
