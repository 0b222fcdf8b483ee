import { ofIds } from '../../lib/of-ids.ts'
import { supabase } from '../../lib/supabase.ts'
import { today } from '../../lib/today.ts'
import { unwrapCount } from '../../lib/unwrap.ts'
import { goneOrRefused } from '../editing/nothing-changed.ts'
import { Undoable } from '../editing/undoable.ts'
import type { Write } from '../editing/use-write.ts'
import { catalogue } from '../toast-catalogue.ts'
import { type Project, statusLabels } from './project.ts'
import { isBefore } from './project-form.ts'

const words = catalogue.projects

/** What is changed of a project where it stands in the list. */
export type ProjectChange = Partial<
  Pick<Project, 'status' | 'priority' | 'target_completion_date' | 'actual_completion_date' | 'assigned_to'>
>

/** The same change of one or of several projects, with what stood in these columns before. */
export type ProjectsChange = {
  projects: readonly (Pick<Project, 'id' | 'name'> & { from: ProjectChange })[]
  to: ProjectChange
}

/** Changed again before the first change is stored: they are stored one after the other, and the last one stays. */
const scope = { id: 'change-projects' }

export const changeProjects: Write<ProjectsChange, Undoable> = {
  scope,
  mutationFn: change,
  meta: { said: words.updated, failed: words.updateFailed, refresh: ['projects'] },
}

export const assignProjects: Write<ProjectsChange, Undoable> = {
  scope,
  mutationFn: change,
  meta: { said: words.assigned, failed: words.assignmentFailed, refresh: ['projects'] },
}

/** A project that becomes completed was completed today, and one that is taken back has no such day, as in the form. */
export function statusChange(
  project: Pick<Project, 'status' | 'start_date' | 'actual_completion_date'>,
  status: Project['status'],
): ProjectChange {
  if (status !== 'completed') return { status, actual_completion_date: null }
  const { actual_completion_date: day, start_date } = project
  return { status, actual_completion_date: day ?? (isBefore(today(), start_date) ? null : today()) }
}

async function change({ projects, to }: ProjectsChange): Promise<Undoable> {
  const changed = await write(projects, to)
  if (changed === 0) throw goneOrRefused(projects.length === 1 ? 'project' : 'selection', 'change it')
  return new Undoable(
    {
      mutationFn: async () => {
        // Those that were alike before go back together.
        const alike = Map.groupBy(projects, ({ from }) => JSON.stringify(from)).values()
        let back = 0
        for (const group of alike) back += await write(group, group[0]?.from ?? {}, to)
        if (back === 0) throw new Error('Somebody has changed it again meanwhile.')
      },
      meta: { said: words.changeUndone, failed: words.notUndone, refresh: ['projects'] },
    },
    sayWhat(projects, to, changed),
  )
}

/** How many there were to change; with `since` only those of which nobody changed the same again. */
async function write(
  projects: readonly { id: string }[],
  to: ProjectChange,
  since: ProjectChange = {},
): Promise<number> {
  const ids = projects.map(({ id }) => id)
  let update = (await supabase())
    .from('projects')
    .update(to, { count: 'exact' })
    .filter(...ofIds(ids))
  for (const [column, value] of Object.entries(since)) {
    update = value === null ? update.is(column, null) : update.eq(column, value)
  }
  return unwrapCount(await update)
}

function sayWhat([first, ...others]: ProjectsChange['projects'], { status }: ProjectChange, changed: number) {
  if (others.length > 0) return `${changed} of ${others.length + 1} projects`
  return status && first ? `${first.name}: ${statusLabels[status]}` : first?.name
}
