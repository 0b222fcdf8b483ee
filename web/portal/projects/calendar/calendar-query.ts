import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../../lib/unwrap.ts'
import { ofAgency } from '../../me/own-agency.ts'
import { matching, narrowedToOwn, type ProjectsShown } from '../project-queries.ts'

/** The most projects, and the most steps, of a calendar. */
export const MOST_ENTRIES = 500

type Days = { from: string; to: string }

/** The projects of the list with a target date within these days, and the open steps of all projects of the list. */
export const calendarQuery = ({ sorting: _none, ...shown }: ProjectsShown, days: Days) =>
  queryOptions({
    queryKey: ['projects', 'calendar', shown, days],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const own = await narrowedToOwn(shown)
      const [projects, steps, undated] = await Promise.all([
        readProjects(own, days, signal),
        readSteps(shown, days, own.filters.agencyId, signal),
        countUndated(own, signal),
      ])
      return { projects, steps, undated }
    },
  })

export type CalendarProject = Awaited<ReturnType<typeof readProjects>>['rows'][number]
export type CalendarStep = Awaited<ReturnType<typeof readSteps>>['rows'][number]

type Shown = Omit<ProjectsShown, 'sorting'>

async function readProjects(shown: Shown, { from, to }: Days, signal: AbortSignal) {
  const all = (await supabase()).from('projects').select(PROJECT, { count: 'exact' }).abortSignal(signal)
  const dated = matching(all, shown).gte('target_completion_date', from).lte('target_completion_date', to)
  const answer = await dated.order('target_completion_date').order('search_name').order('id').limit(MOST_ENTRIES)
  return { rows: unwrap(answer), count: answer.count ?? 0 }
}

const PROJECT = 'id, name, status, target_completion_date, updated_at, clients(name)'

/** The agency is that of the steps themselves, which is also that of their projects. */
async function readSteps(shown: Shown, { from, to }: Days, agencyId: string, signal: AbortSignal) {
  const all = (await supabase()).from('project_steps').select(STEP, { count: 'exact' }).abortSignal(signal)
  const dated = matching(ofAgency(all, agencyId), shown, 'projects.')
    .eq('is_done', false)
    .gte('due_on', from)
    .lte('due_on', to)
  const answer = await dated.order('due_on').order('position').order('id').limit(MOST_ENTRIES)
  return { rows: unwrap(answer), count: answer.count ?? 0 }
}

const STEP =
  'id, title, due_on, project_id, projects!inner(name, status), assignee:user_profiles!assigned_to(display_name)'

async function countUndated(shown: Shown, signal: AbortSignal) {
  const all = (await supabase()).from('projects').select('id', { count: 'exact', head: true }).abortSignal(signal)
  return unwrapCount(await matching(all, shown).is('target_completion_date', null))
}
