import { queryOptions } from '@tanstack/react-query'
import { containsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { ofAgency, ownAgency } from '../me/own-agency.ts'
import type { ListedProject } from './project.ts'

/** The columns of a project that an action of the command palette needs. */
export type NamedProject = Pick<
  ListedProject,
  | ('id' | 'name' | 'status' | 'start_date' | 'actual_completion_date' | 'steps' | 'steps_done')
  | ('assigned_to' | 'agency_id' | 'client_id' | 'clients')
>

const COLUMNS =
  'id, name, status, start_date, actual_completion_date, steps, steps_done, assigned_to, agency_id, client_id, clients(name)'

/** The most projects that the command palette lists; with more matches people rather type another word. */
const MOST = 8

/** The newest projects whose name, client or description contains each typed word, as in the list of projects. */
export const projectsByNameQuery = (name: string) =>
  queryOptions({
    queryKey: ['projects', 'called', name],
    queryFn: async ({ signal }): Promise<NamedProject[]> => {
      let found = ofAgency((await supabase()).from('projects').select(COLUMNS), await ownAgency())
      for (const word of name.split(/\s+/)) found = found.like('search_text', containsPattern(word))
      return unwrap(await found.order('created_at', { ascending: false }).order('id').limit(MOST).abortSignal(signal))
    },
  })
