import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** The agency that answers the website and appears on the public pages. */
export const websiteAgencyQuery = () =>
  queryOptions({
    queryKey: ['agencies', 'website'],
    queryFn: async () => {
      const agencies = (await supabase()).from('agencies').select()
      return unwrap(await agencies.eq('answers_website', true).maybeSingle())
    },
  })
