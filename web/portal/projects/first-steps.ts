import type { QueryClient } from '@tanstack/react-query'
import { process } from '../../agency.ts'
import { supabase } from '../../lib/supabase.ts'
import { today } from '../../lib/today.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { staffQuery } from '../people/staff-query.ts'
import { copySteps, type NewStep } from '../steps/copy-steps.ts'
import type { BeginWith } from './begin-with.ts'

type NewProject = { agency_id: string; start_date: string | null }

/** The steps of a new project. Dates count from its start date, or else from today. */
export async function firstSteps(
  { begin_with, begin_project }: BeginWith,
  { agency_id, start_date }: NewProject,
  queryClient: QueryClient,
): Promise<NewStep[]> {
  if (begin_with === 'process') return process.map(({ name }) => ({ title: name }))
  if (begin_with === '' || begin_project === null) return []
  const [source, staff] = await Promise.all([
    readSource(begin_project.id),
    queryClient.fetchQuery(staffQuery([agency_id])),
  ])
  return copySteps(source.all_steps, {
    from: source.start_date,
    to: start_date ?? today(),
    staff: staff.map(({ id }) => id),
  })
}

async function readSource(id: string) {
  const columns = 'start_date, all_steps:project_steps(id, title, due_on, assigned_to, position, repeats, repeats_step)'
  const projects = (await supabase()).from('projects').select(columns)
  return unwrap(await projects.eq('id', id).order('position', { referencedTable: 'all_steps' }).single())
}
