import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isUuid } from '../../lib/is-uuid.ts'
import { containsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { fetchPage } from '../list/fetch-page.ts'
import type { Sorting } from '../list/sorting.ts'
import { ownAgency } from '../me/own-agency.ts'
import { openStatuses } from '../project-status/project-status.ts'
import type { ProjectFilters, sortKeys } from './project-filters.ts'

/** The reader and their current day, which decide which projects are assigned to them and which are overdue. */
type Reader = { me: string; today: string }

export type ProjectSorting = Sorting<(typeof sortKeys)[number]>

/** One page of the projects, newest first unless it is sorted otherwise, with the count of all that match. */
export const projectsQuery = (filters: ProjectFilters, sorting: ProjectSorting, { me, today }: Reader) =>
  queryOptions({
    queryKey: ['projects', 'list', { ...filters, sorting, me, today }],
    // The old list stays while a search is running, so that it does not flicker at every keystroke.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchPage(filters.page, readProjects({ filters, sorting, me, today }, signal)),
  })

export type ProjectsShown = Reader & { filters: ProjectFilters; sorting: ProjectSorting }

/** Reads the projects in this range of the filtered and sorted list. */
export const readProjects = (shown: ProjectsShown, signal: AbortSignal) => async (from: number, to: number) => {
  const all = (await supabase()).from('projects').select(LISTED, { count: 'exact' }).abortSignal(signal)
  return sorted(matching(all, await narrowedToOwn(shown)), shown.sorting).range(from, to)
}

/** Narrows what is shown to the rows of the person's agency, unless an agency is chosen. */
export async function narrowedToOwn<Shown extends Pick<ProjectsShown, 'filters'>>(shown: Shown): Promise<Shown> {
  const agencyId = shown.filters.agencyId || (await ownAgency())
  return { ...shown, filters: { ...shown.filters, agencyId } }
}

type Filterable = {
  like(column: string, pattern: string): Filterable
  eq(column: string, value: string): Filterable
  lt(column: string, value: string): Filterable
  in(column: string, values: readonly string[]): Filterable
}
type Sortable = { order(column: string, direction?: { ascending: boolean; nullsFirst?: boolean }): Sortable }

/**
 * Narrows a query of projects to those that match; `at` is where they stand in a query of another table: 'projects.'. The
 * builders of supabase-js add to the query that they are called on.
 */
export function matching<Query extends Filterable>(
  query: Query,
  shown: Omit<ProjectsShown, 'sorting'>,
  at = '',
): Query {
  const { search, view, status, type, steps, agencyId } = shown.filters
  // The column `search_text` joins name, description and the client's name.
  if (search !== '') query.like(`${at}search_text`, containsPattern(search))
  if (view === 'mine') query.eq(`${at}assigned_to`, shown.me)
  if (view === 'overdue') {
    query.lt(`${at}target_completion_date`, shown.today).in(`${at}status`, openStatuses)
  }
  if (status !== '') query.eq(`${at}status`, status)
  if (type !== '') query.eq(`${at}project_type`, type)
  if (steps === 'overdue') query.lt(`${at}next_step_on`, shown.today).in(`${at}status`, openStatuses)
  if (agencyId !== '') query.eq(`${at}agency_id`, agencyId)
  return query
}

export function sorted<Query extends Sortable>(query: Query, sorting: ProjectSorting): Query {
  // Empty values come last in both directions.
  if (sorting) query.order(columns[sorting.by], { ascending: !sorting.isDescending, nullsFirst: false })
  // The id orders projects that were added in the same moment; without it a page could repeat one of them.
  query.order('created_at', { ascending: false }).order('id')
  return query
}

/** The column that each heading sorts by. Search texts ignore accents, so that Émile stands beside Emil. */
const columns = {
  name: 'search_name',
  client: 'clients(search_text)',
  type: 'project_type',
  status: 'status_rank',
  priority: 'priority_rank',
  budget: 'budget',
  target: 'target_completion_date',
} as const satisfies Record<(typeof sortKeys)[number], string>

// A row of the list of projects. It includes the client's search text, by which the list is sorted.
const LISTED = '*, clients(name, search_text), agencies(name), assignee:user_profiles!assigned_to(display_name)'

/** One project, or null when there is none with this id that the person may see. */
export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', 'one', projectId],
    queryFn: async () => {
      // The database rejects an id that is no UUID; such a project cannot exist either way.
      if (!isUuid(projectId)) return null
      const projects = (await supabase()).from('projects').select(WITH_CLIENT)
      return unwrap(await projects.eq('id', projectId).maybeSingle())
    },
  })

const WITH_CLIENT = '*, clients(*, agencies(name)), assignee:user_profiles!assigned_to(display_name, avatar_url)'
