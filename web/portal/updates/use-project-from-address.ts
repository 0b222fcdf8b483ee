import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { isUuid } from '../../lib/is-uuid.ts'
import type { DraftedUpdate, NewUpdate } from './update.ts'
import { projectChoiceQuery } from './update-queries.ts'

/** The query parameter with the project of the next update, on the screen of a client. */
const PROJECT = 'project'

/** The query parameter with its title. */
const TITLE = 'title'

export const toNextUpdate = (clientId: string, projectId: string, title = '') =>
  `/dashboard/clients/${clientId}?${new URLSearchParams({ [PROJECT]: projectId, ...(title && { [TITLE]: title }) })}`

/** Fills in the project and the title from the address, even over a draft, and moves the focus to the content. */
export function useProjectFromAddress(clientId: string, form: UseFormReturn<DraftedUpdate, unknown, NewUpdate>) {
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
