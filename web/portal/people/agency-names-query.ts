import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** The names of all agencies that the reader may see. */
export const agencyNamesQuery = () =>
  queryOptions({
    queryKey: ['agencies', 'names'],
    queryFn: async () => unwrap(await (await supabase()).from('agencies').select('id, name').order('name')),
  })
