import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { isUuid } from '../../lib/is-uuid.ts'
import type { DraftedUpdate, NewUpdate } from './update.ts'
import { projectChoiceQuery } from './update-queries.ts'

/** In the address of a client: which of their projects the next update is about. */
const PROJECT = 'project'

export const toNextUpdate = (clientId: string, projectId: string) =>
  `/dashboard/clients/${clientId}?${PROJECT}=${projectId}`

/** Chooses the project that somebody came from, whatever a draft says, and has the title typed. */
export function useProjectAskedFor(clientId: string, form: UseFormReturn<DraftedUpdate, unknown, NewUpdate>) {
  const [address] = useSearchParams()
  const id = address.get(PROJECT) ?? ''
  const { data: project } = useQuery({ ...projectChoiceQuery(clientId, id), enabled: isUuid(id) })
  const { setValue, setFocus } = form

  useEffect(() => {
    if (!project) return
    setValue('project', project, { shouldDirty: true })
    setFocus('title')
  }, [project, setValue, setFocus])
}
