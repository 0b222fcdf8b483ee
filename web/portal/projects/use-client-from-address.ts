import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { isUuid } from '../../lib/is-uuid.ts'
import { CLIENT, clientChoiceQuery } from '../client-choice/client-choices.ts'
import { UNASSIGNED } from '../people/unassigned.ts'
import type { NewProjectFields, TypedNewProject } from './project-form.ts'

/** Selects the client that the person came from, even over a draft. */
export function useClientFromAddress({
  setValue,
  getValues,
}: UseFormReturn<TypedNewProject, unknown, NewProjectFields>) {
  const [address] = useSearchParams()
  const id = address.get(CLIENT) ?? ''
  const { data: client } = useQuery({ ...clientChoiceQuery(id), enabled: isUuid(id) })

  useEffect(() => {
    if (!client) return
    // The assignee is cleared with the agency, since staff of one agency cannot be assigned to a project of another.
    if (getValues('client')?.agency_id !== client.agency_id) setValue('assigned_to', UNASSIGNED)
    setValue('client', client, { shouldDirty: true })
  }, [client, setValue, getValues])
}
