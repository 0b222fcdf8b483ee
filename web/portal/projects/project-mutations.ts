import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { deleteRows } from '../list/change-rows.ts'
import { myProfileQuery } from '../me/me-queries.ts'
import type { Undoable } from '../writes/undoable.ts'
import type { Write } from '../writes/use-write.ts'
import { updateVersion } from '../writes/version-conflict.ts'
import type { ProjectFields } from './project-form.ts'
import { projectToasts } from './project-toasts.ts'

const words = projectToasts

/** Thrown when neither the client nor the person who adds the project belongs to an agency. */
class NoAgency extends Error {
  override name = 'NoAgency'
  override message = 'No agency selected for the project'
}

export const addProject = (created_by: string): Write<ProjectFields> => ({
  mutationFn: async ({ client, seen: _none, ...fields }, { client: queryClient }) => {
    const agency_id = client.agency_id ?? (await queryClient.fetchQuery(myProfileQuery(created_by)))?.agency_id
    if (!agency_id) throw new NoAgency()
    const project = { ...fields, client_id: client.id, agency_id, created_by }
    unwrap(await (await supabase()).from('projects').insert(project))
  },
  meta: {
    succeeded: words.created,
    failed: (error) => (error instanceof NoAgency ? words.missingAgency : words.creationFailed),
    refresh: ['projects'],
    isAddition: true,
  },
})

export const updateProject = (projectId: string, { mayAssign }: { mayAssign: boolean }): Write<ProjectFields> => ({
  mutationFn: async ({ client: chosen, assigned_to, seen, ...fields }) => {
    const changes = {
      ...fields,
      client_id: chosen.id,
      // A project belongs to its client's agency, so a new client moves the project there.
      ...(chosen.agency_id === null ? {} : { agency_id: chosen.agency_id }),
      ...(mayAssign ? { assigned_to } : {}),
    }
    await updateVersion('projects', { id: projectId, seen }, changes)
  },
  meta: { succeeded: words.updated, failed: words.updateFailed, refresh: ['projects'] },
})

export const deleteProjects: Write<readonly { id: string; name: string }[], Undoable> = {
  mutationFn: (projects) => deleteRows(projects, 'projects'),
  meta: { succeeded: words.deleted, failed: words.deletionFailed, refresh: ['projects'] },
}
