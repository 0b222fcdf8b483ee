import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isUuid } from '../../lib/is-uuid.ts'
import { containing } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { fetchPage } from '../list/fetch-page.ts'
import { roles } from '../me/role.ts'
import type { ProjectFilters } from './project-filters.ts'

/** One page of the projects, newest first, with the count of all that match. */
export const projectsQuery = ({ search, page, status, type, agencyId }: ProjectFilters) =>
  queryOptions({
    queryKey: ['projects', 'list', { search, page, status, type, agencyId }],
    // While a search is being answered the list stands, so that it does not blink at every keystroke.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const client = await supabase()
      return fetchPage(page, (from, to) => {
        let found = client.from('projects').select(LISTED, { count: 'exact' }).abortSignal(signal)
        // Name, description and the client's name in one, in lower case: see the migration about project search.
        if (search !== '') found = found.like('search_text', containing(search))
        if (status !== '') found = found.eq('status', status)
        if (type !== '') found = found.eq('project_type', type)
        if (agencyId !== '') found = found.eq('agency_id', agencyId)
        // The id settles the order of projects added in the same moment, or a page could repeat one of them.
        return found.order('created_at', { ascending: false }).order('id').range(from, to)
      })
    },
  })

const LISTED = '*, clients(name), agencies(name), assignee:user_profiles!assigned_to(display_name)'

/** One project, or null when there is none with this id that the person may see. */
export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', 'one', projectId],
    queryFn: async () => {
      // The database would refuse an address somebody made up; there is no such project either way.
      if (!isUuid(projectId)) return null
      const projects = (await supabase()).from('projects').select(WITH_CLIENT)
      return unwrap(await projects.eq('id', projectId).maybeSingle())
    },
  })

const WITH_CLIENT = '*, clients(*, agencies(name)), assignee:user_profiles!assigned_to(display_name, avatar_url)'

/** As many as are looked through before one types another letter. */
export const CLIENTS_OFFERED = 20
const CHOICE = 'id, name, company_name, agency_id, agencies(name)'

/** The first clients whose name, e-mail or company contains what was typed. */
export const clientChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: ['clients', 'choices', search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const all = (await supabase()).from('clients').select(CHOICE)
      const found = search === '' ? all : all.like('search_text', containing(search))
      return unwrap(await found.order('name').order('id').limit(CLIENTS_OFFERED).abortSignal(signal))
    },
  })

/** A client that somebody came from, to choose them for a project of theirs; null where they are gone. */
export const clientChoiceQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['clients', 'choice', clientId],
    queryFn: async ({ signal }) => {
      const client = (await supabase()).from('clients').select(CHOICE).eq('id', clientId)
      return unwrap(await client.abortSignal(signal).maybeSingle())
    },
  })

/** The staff of these agencies, to whom their projects can be assigned. */
export const staffQuery = (agencyIds: readonly string[]) => {
  const ids = [...new Set(agencyIds)].sort()
  return queryOptions({
    queryKey: ['users', 'staff', ids],
    queryFn: async () => {
      const people = (await supabase()).from('user_profiles').select('id, display_name, agency_id, user_roles!inner()')
      const present = people.in('agency_id', ids).is('deactivated_at', null).in('user_roles.role', staffRoles)
      return unwrap(await present.order('display_name').order('id'))
    },
  })
}

const staffRoles = roles.filter((role) => role !== 'user')
