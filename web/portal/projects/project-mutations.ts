import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { whyNothingChanged } from '../editing/newer-change.ts'
import { DASHBOARD_STATS } from '../home/stats-query.ts'
import { useMe } from '../me/me.ts'
import { myProfileQuery, useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { CLIENT_UPDATES } from '../updates/update-queries.ts'
import type { ProjectFields } from './project-form.ts'
import { PROJECTS } from './project-queries.ts'

/** Neither the client nor the person who adds the project belongs to an agency. */
export class NoAgency extends Error {
  override name = 'NoAgency'
  override message = 'No agency selected for the project'
}

export function useAddProject() {
  const queryClient = useQueryClient()
  const { id: created_by } = useMe()
  const onSuccess = useRefreshProjects()
  return useMutation({
    mutationFn: async ({ client, seen: _none, ...fields }: ProjectFields) => {
      const agency_id = client.agency_id ?? (await queryClient.fetchQuery(myProfileQuery(created_by)))?.agency_id
      if (!agency_id) throw new NoAgency()
      const project = { ...fields, client_id: client.id, agency_id, created_by }
      unwrap(await (await supabase()).from('projects').insert(project))
    },
    onSuccess,
  })
}

/** Changes the version of the project that was `seen`, and throws `NewerChange` when there is a newer one. */
export function useUpdateProject(projectId: string) {
  const onSettled = useRefreshProjects()
  const mayAssign = isSuperAdmin(useMyRoles() ?? [])
  return useMutation({
    mutationFn: async ({ client: chosen, assigned_to, seen, ...fields }: ProjectFields) => {
      const client = await supabase()
      const columns = {
        ...fields,
        client_id: chosen.id,
        // A project belongs to its client's agency, and moves there with it.
        ...(chosen.agency_id === null ? {} : { agency_id: chosen.agency_id }),
        ...(mayAssign ? { assigned_to } : {}),
      }
      const update = client.from('projects').update(columns, { count: 'exact' })
      const updated = unwrapCount(await update.eq('id', projectId).eq('updated_at', seen))
      if (updated > 0) return
      const current = client.from('projects').select('updated_at').eq('id', projectId).maybeSingle()
      throw await whyNothingChanged('project', seen, current)
    },
    // Also after a failure: somebody else's newer change is then to be seen.
    onSettled,
  })
}

export function useAssignProject(projectId: string) {
  const onSettled = useRefreshProjects()
  return useMutation({
    // Choosing again before the first choice is stored: they are stored one after the other, and the last one stays.
    scope: { id: `assign/${projectId}` },
    mutationFn: async (assigned_to: string | null) => {
      const projects = (await supabase()).from('projects')
      const updated = unwrapCount(await projects.update({ assigned_to }, { count: 'exact' }).eq('id', projectId))
      if (updated === 0) throw new Error('This project no longer exists, or you may not change it.')
    },
    onSettled,
  })
}

export function useDeleteProject() {
  const onSettled = useRefreshProjects()
  return useMutation({
    mutationFn: async (projectId: string) => {
      const projects = (await supabase()).from('projects')
      const deleted = unwrapCount(await projects.delete({ count: 'exact' }).eq('id', projectId))
      if (deleted === 0) throw new Error('This project no longer exists, or you may not delete it.')
    },
    // Also after a failure: what could not be deleted may be gone already.
    onSettled,
  })
}

function useRefreshProjects() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: PROJECTS }),
      // Updates show their project's name, and go with their project.
      queryClient.invalidateQueries({ queryKey: CLIENT_UPDATES }),
      queryClient.invalidateQueries({ queryKey: DASHBOARD_STATS }),
    ])
}
