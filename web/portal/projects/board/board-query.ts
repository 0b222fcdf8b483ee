import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../../lib/supabase.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import { type ProjectStatus, projectStatuses } from '../../project-status/project-status.ts'
import { matching, narrowedToOwn, type ProjectSorting, type ProjectsShown, sorted } from '../project-queries.ts'

/** The most cards of a board. */
export const MOST_CARDS = 500

/** The most cards of a column where more projects match than a board has cards: an equal share of them. */
export const MOST_IN_COLUMN = 80

/** Cards are ordered by due date, unless the list is sorted otherwise. */
const DUE_FIRST: ProjectSorting = { by: 'target', isDescending: false }

/** The projects of a board by status, with the exact count of each column. */
export const boardQuery = (shown: ProjectsShown) =>
  queryOptions({
    queryKey: ['projects', 'board', shown],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readBoard(shown, signal),
  })

export type BoardColumn = Awaited<ReturnType<typeof readBoard>>[number]
export type BoardProject = BoardColumn['projects'][number]

async function readBoard(shown: ProjectsShown, signal: AbortSignal) {
  const { projects, count } = await readCards(shown, MOST_CARDS, signal)
  const wanted = shown.filters.status
  if (count > MOST_CARDS && wanted === '') return Promise.all(projectStatuses.map(readColumn))
  const byStatus = Map.groupBy(projects, ({ status }) => status)
  return projectStatuses.map((status) => {
    const own = byStatus.get(status) ?? []
    return { status, projects: own, count: status === wanted ? count : own.length }
  })

  async function readColumn(status: ProjectStatus) {
    const ofStatus = { ...shown, filters: { ...shown.filters, status } }
    return { status, ...(await readCards(ofStatus, MOST_IN_COLUMN, signal)) }
  }
}

async function readCards(shown: ProjectsShown, limit: number, signal: AbortSignal) {
  const all = (await supabase()).from('projects').select(CARD, { count: 'exact' }).abortSignal(signal)
  const answer = await sorted(matching(all, await narrowedToOwn(shown)), shown.sorting ?? DUE_FIRST).limit(limit)
  return { projects: unwrap(answer), count: answer.count ?? 0 }
}

// The list can be sorted by the search text of the client.
const CARD =
  'id, name, status, priority, agency_id, start_date, target_completion_date, actual_completion_date, updated_at, steps, steps_done, clients(name, search_text), agencies(name), assignee:user_profiles!assigned_to(display_name)'
