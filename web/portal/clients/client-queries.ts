import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isUuid } from '../../lib/is-uuid.ts'
import { containsText } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { fetchPage } from '../list/fetch-page.ts'
import type { ListParams } from '../list/list-params.ts'

/** Everything known about clients; refreshing this key refreshes every list and every page of them. */
export const CLIENTS = ['clients'] as const

/** One page of the clients, newest first, with the count of all that match. */
export const clientsQuery = ({ search, page }: ListParams) =>
  queryOptions({
    queryKey: [...CLIENTS, 'list', { search, page }],
    // While a search is being answered the list stands, so that it does not blink at every keystroke.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const client = await supabase()
      return fetchPage(page, (from, to) => {
        const all = client.from('clients').select('*', { count: 'exact' }).abortSignal(signal)
        const found = search === '' ? all : all.or(containsText(['name', 'email', 'company_name'], search))
        // The id settles the order of clients added in the same moment, or a page could repeat one of them.
        return found.order('created_at', { ascending: false }).order('id').range(from, to)
      })
    },
  })

/** One client, or null when there is none with this id that the person may see. */
export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...CLIENTS, 'one', clientId],
    queryFn: async () => {
      // The database would refuse an address somebody made up; there is no such client either way.
      if (!isUuid(clientId)) return null
      return unwrap(await (await supabase()).from('clients').select().eq('id', clientId).maybeSingle())
    },
  })

/** As many projects as are seen at a glance; older ones come when asked for. */
const PROJECTS_AT_A_TIME = 8

/** The client's projects, newest first, as far back as was asked for. */
export const clientProjectsQuery = (clientId: string) =>
  infiniteQueryOptions({
    // With the projects, so that whatever refreshes those refreshes these.
    queryKey: ['projects', 'of-client', clientId],
    initialPageParam: 0,
    queryFn: async ({ pageParam: from, signal }) => {
      const projects = (await supabase()).from('projects').select('id, name, status', { count: 'exact' })
      const newest = projects.eq('client_id', clientId).order('created_at', { ascending: false }).order('id')
      const answer = await newest.range(from, from + PROJECTS_AT_A_TIME - 1).abortSignal(signal)
      return { rows: unwrap(answer), count: unwrapCount(answer) }
    },
    getNextPageParam: ({ count }, pages) => {
      const next = pages.length * PROJECTS_AT_A_TIME
      return next < count ? next : undefined
    },
    select: ({ pages }) => ({
      // A project added meanwhile moves the others along, so that the last of a page may be the first of the next.
      projects: [...new Map(pages.flatMap(({ rows }) => rows).map((project) => [project.id, project])).values()],
      count: pages.at(-1)?.count ?? 0,
    }),
  })
