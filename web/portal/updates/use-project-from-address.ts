import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { isUuid } from '../../lib/is-uuid.ts'
import type { DraftedUpdate, NewUpdate, ProjectChoice } from './update.ts'
import { projectChoiceQuery } from './update-queries.ts'

/** The query parameter with the project of the next update, on the screen of a client. */
const PROJECT = 'project'

/** The query parameter with its title. */
const TITLE = 'title'

export const toNextUpdate = (clientId: string, projectId: string, title = '') =>
  `/dashboard/clients/${clientId}?${new URLSearchParams({ [PROJECT]: projectId, ...(title && { [TITLE]: title }) })}`

/** The query parameter with what the client asked for and reads of in the next update. */
export const REQUEST = 'request'

/** The address of the next update about what a client asked for. */
export const toUpdateOfRequest = (clientId: string, projectId: string, request: { id: string; title: string }) =>
  `${toNextUpdate(clientId, projectId, request.title)}&${new URLSearchParams({ [REQUEST]: request.id })}`

/** Fills in the project and the title from the address, even over a draft, and moves the focus to the content. */
export function useProjectFromAddress(
  clientId: string,
  form: UseFormReturn<DraftedUpdate, unknown, NewUpdate>,
  onChosen: (project: ProjectChoice) => void,
) {
  const [address] = useSearchParams()
  const id = address.get(PROJECT) ?? ''
  const title = address.get(TITLE) ?? ''
  const { data: project } = useQuery({ ...projectChoiceQuery(clientId, id), enabled: isUuid(id) })
  const { setValue, setFocus } = form

  useEffect(() => {
    if (!project) return
    setValue('project', project, { shouldDirty: true })
    onChosen(project)
    if (title !== '') setValue('title', title, { shouldDirty: true })
    setFocus(title === '' ? 'title' : 'content')
  }, [project, title, setValue, setFocus, onChosen])
}
