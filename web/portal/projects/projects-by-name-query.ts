import { queryOptions } from '@tanstack/react-query'
import { containsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { ListedProject } from './project.ts'

/** What has to be known about a project for an action from the command palette. */
export type NamedProject = Pick<
  ListedProject,
  | ('id' | 'name' | 'status' | 'start_date' | 'actual_completion_date')
  | ('assigned_to' | 'agency_id' | 'client_id' | 'clients')
>

const COLUMNS = 'id, name, status, start_date, actual_completion_date, assigned_to, agency_id, client_id, clients(name)'

/** The limit of matches: with more, people rather type another word. */
const MOST = 8

/** The newest projects that have each of these words in their name, client or description, as in the list. */
export const projectsByNameQuery = (name: string) =>
  queryOptions({
    queryKey: ['projects', 'called', name],
    queryFn: async ({ signal }): Promise<NamedProject[]> => {
      let found = (await supabase()).from('projects').select(COLUMNS)
      for (const word of name.split(/\s+/)) found = found.like('search_text', containsPattern(word))
      return unwrap(await found.order('created_at', { ascending: false }).order('id').limit(MOST).abortSignal(signal))
    },
  })
