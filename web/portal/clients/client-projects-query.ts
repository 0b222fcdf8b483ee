import { infiniteQueryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'

/** The number of projects that a client's card loads at a time. */
const PROJECTS_AT_A_TIME = 8

/**
 * The client's projects, newest first, with as many pages as the person asked for. A project added meanwhile shifts the others,
 * so duplicates are removed.
 */
export const clientProjectsQuery = (clientId: string) =>
  infiniteQueryOptions({
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
      // A project added meanwhile shifts the others, so that the last row of a page may be the first of the next.
      projects: [...new Map(pages.flatMap(({ rows }) => rows).map((project) => [project.id, project])).values()],
      count: pages.at(-1)?.count ?? 0,
    }),
  })
