import { queryOptions } from '@tanstack/react-query'
import type { ClientPerson } from '../../lib/row-types.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** The limit of the list: a client with more people than this does not exist. */
const MOST = 200

/** The people of a client beside its main person, in the order in which they were added. */
export const clientPeopleQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client-people', clientId],
    queryFn: async ({ signal }): Promise<ClientPerson[]> => {
      const people = (await supabase())
        .from('client_people')
        .select('id, client_id, name, role, email, phone, note, created_at, updated_at')
        .eq('client_id', clientId)
      return unwrap(await people.order('created_at').order('id').limit(MOST).abortSignal(signal))
    },
  })
