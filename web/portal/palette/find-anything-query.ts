import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** The fewest letters of a search; fewer match too many names to be of use. */
export const FEWEST_LETTERS = 3

/** Clients, their people, projects, updates and colleagues that match the typed text, the best match first. */
export const findAnythingQuery = (typed: string) =>
  queryOptions({
    queryKey: ['found', typed],
    placeholderData: keepPreviousData,
    enabled: typed.length >= FEWEST_LETTERS,
    queryFn: async ({ signal }) => {
      const client = await supabase()
      return unwrap(await client.rpc('find_anything', { typed }).abortSignal(signal))
    },
  })
