import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** The steps of one project, in their order. */
export const stepsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['steps', projectId],
    queryFn: async ({ signal }) => {
      const steps = (await supabase())
        .from('project_steps')
        .select('*, assignee:user_profiles!assigned_to(display_name)')
      const inOrder = steps.eq('project_id', projectId).order('position').order('created_at').order('id')
      return unwrap(await inOrder.abortSignal(signal))
    },
  })
