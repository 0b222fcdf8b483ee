import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { isUuid } from '../../lib/is-uuid.ts'
import type { DraftedUpdate, NewUpdate } from './update.ts'
import { projectChoiceQuery } from './update-queries.ts'

/** In the address of a client: which of their projects the next update is about. */
const PROJECT = 'project'

/** And what it is called. */
const TITLE = 'title'

export const toNextUpdate = (clientId: string, projectId: string, title = '') =>
  `/dashboard/clients/${clientId}?${new URLSearchParams({ [PROJECT]: projectId, ...(title && { [TITLE]: title }) })}`

/** Chooses the project that somebody came from, whatever a draft says, and has the title typed; the content, where it has one. */
export function useProjectAskedFor(clientId: string, form: UseFormReturn<DraftedUpdate, unknown, NewUpdate>) {
  const [address] = useSearchParams()
  const id = address.get(PROJECT) ?? ''
  const title = address.get(TITLE) ?? ''
  const { data: project } = useQuery({ ...projectChoiceQuery(clientId, id), enabled: isUuid(id) })
  const { setValue, setFocus } = form

  useEffect(() => {
    if (!project) return
    setValue('project', project, { shouldDirty: true })
    if (title !== '') setValue('title', title, { shouldDirty: true })
    setFocus(title === '' ? 'title' : 'content')
  }, [project, title, setValue, setFocus])
}
