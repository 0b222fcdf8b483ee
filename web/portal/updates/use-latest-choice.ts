import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { latestChoiceQuery } from '../plan/plan-queries.ts'
import type { DraftedUpdate, NewUpdate, ProjectChoice, UpdatedClient } from './update.ts'

/**
 * Returns a function for the moment at which a project is chosen: it sets "Count as a Content Update" to what was chosen last
 * for that project, by whomever. A client without a plan has nothing to count.
 */
export function useLatestChoice(
  { getValues, setValue }: UseFormReturn<DraftedUpdate, unknown, NewUpdate>,
  { plan }: Pick<UpdatedClient, 'plan'>,
) {
  const queryClient = useQueryClient()
  return useCallback(
    async (project: ProjectChoice | null) => {
      if (!project || plan === null) return
      // Where the latest choice cannot be read, the switch stays as it is.
      const counts = await queryClient.fetchQuery(latestChoiceQuery(project.id)).catch(() => undefined)
      if (counts !== undefined && getValues('project')?.id === project.id) setValue('counts_as_content_update', counts)
    },
    [queryClient, getValues, setValue, plan],
  )
}
