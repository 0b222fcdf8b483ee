import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { toast } from '../../ui/toast.ts'
import { deleteRows } from '../list/change-rows.ts'
import { myProfileQuery } from '../me/me-queries.ts'
import type { Undoable } from '../writes/undoable.ts'
import type { Write } from '../writes/use-write.ts'
import { updateVersion } from '../writes/version-conflict.ts'
import { firstSteps } from './first-steps.ts'
import { stillOpen } from './project.ts'
import type { NewProjectFields, ProjectFields } from './project-form.ts'
import { projectToasts } from './project-toasts.ts'

const words = projectToasts

/** Thrown when neither the client nor the person who adds the project belongs to an agency. */
class NoAgency extends Error {
  override name = 'NoAgency'
  override message = 'No agency selected for the project'
}

/** Adds a project, and then the steps that it begins with. */
export const addProject = (created_by: string): Write<NewProjectFields, { id: string }> => ({
  mutationFn: async ({ client, seen: _none, begin_with, begin_project, ...fields }, { client: queryClient }) => {
    const agency_id = client.agency_id ?? (await queryClient.fetchQuery(myProfileQuery(created_by)))?.agency_id
    if (!agency_id) throw new NoAgency()
    const project = { ...fields, client_id: client.id, agency_id, created_by }
    // The steps are read first, so that no project is added whose steps cannot be.
    const steps = await firstSteps({ begin_with, begin_project }, project, queryClient)
    const backend = await supabase()
    const { id } = unwrap(await backend.from('projects').insert(project).select('id').single())
    if (steps.length > 0) {
      const { error } = await backend.from('project_steps').insert(steps.map((step) => ({ ...step, project_id: id })))
      // The project is there by now: to fail would make people add it again.
      if (error) toast.error(words.stepsMissing)
    }
    return { id }
  },
  meta: {
    succeeded: words.created,
    failed: (error) => (error instanceof NoAgency ? words.missingAgency : words.creationFailed),
    refresh: ['projects', 'project_steps'],
    isAddition: true,
  },
})

type UpdateOptions = {
  mayAssign: boolean
  /** The number of open steps, which the message about the completed project contains. */
  openSteps?: number
}

/** Returns what its toast adds. */
export const updateProject = (
  projectId: string,
  { mayAssign, openSteps = 0 }: UpdateOptions,
): Write<ProjectFields, string | undefined> => ({
  mutationFn: async ({ client: chosen, assigned_to, seen, ...fields }) => {
    const changes = {
      ...fields,
      client_id: chosen.id,
      // A project belongs to its client's agency, so a new client moves the project there.
      ...(chosen.agency_id === null ? {} : { agency_id: chosen.agency_id }),
      ...(mayAssign ? { assigned_to } : {}),
    }
    await updateVersion('projects', { id: projectId, seen }, changes)
    return fields.status === 'completed' ? stillOpen(openSteps) : undefined
  },
  meta: {
    succeeded: (note) => (typeof note === 'string' ? { ...words.updated, description: note } : words.updated),
    failed: words.updateFailed,
    refresh: ['projects'],
  },
})

export const deleteProjects: Write<readonly { id: string; name: string }[], Undoable> = {
  mutationFn: (projects) => deleteRows(projects, 'projects'),
  meta: { succeeded: words.deleted, failed: words.deletionFailed, refresh: ['projects'] },
}
