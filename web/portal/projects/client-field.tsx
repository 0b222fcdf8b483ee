import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { type ClientChoice, UNASSIGNED } from './project.ts'
import type { ProjectFields, TypedProject } from './project-form.ts'
import { CLIENTS_OFFERED, clientChoicesQuery } from './project-queries.ts'

type ClientFieldProps = {
  form: UseFormReturn<TypedProject, unknown, ProjectFields>
  /** Where clients of several agencies are offered. */
  showsAgency: boolean
  /** The agency whose clients come first, or ''. */
  agencyId: string
}

/** As in a search box: long enough for a fast typist, short enough that nobody waits for it. */
const PAUSE_MS = 80

/** Chooses among all clients, however many: they are searched for on the server. */
export function ClientField({ form, showsAgency, agencyId }: ClientFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'client' })
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed, PAUSE_MS)
  const { data: clients = [], isError, isPlaceholderData, isPending } = useQuery(clientChoicesQuery(search, agencyId))
  const isSettled = typed === search && !isPlaceholderData && !isPending

  function choose(client: ClientChoice | null) {
    // A colleague at one agency cannot do the work of another.
    if (client?.agency_id !== field.value?.agency_id) form.setValue('assigned_to', UNASSIGNED, { shouldDirty: true })
    field.onChange(client)
  }

  return (
    <Field label="Client" error={fieldState.error?.message}>
      {(control) => (
        <Combobox
          {...control}
          ref={field.ref}
          onBlur={field.onBlur}
          required
          placeholder="Search by name, email or company"
          listLabel="Clients"
          items={isError ? [] : clients}
          itemKey={({ id }) => id}
          itemText={({ name }) => name}
          renderItem={(client) => <Choice client={client} showsAgency={showsAgency} />}
          selected={field.value}
          onSelect={choose}
          onSearch={setTyped}
          isSettled={isSettled}
          status={isError ? 'The clients could not be loaded.' : statusOf(clients.length, isSettled)}
        />
      )}
    </Field>
  )
}

function statusOf(count: number, isSettled: boolean) {
  if (!isSettled) return 'Searching...'
  if (count === 0) return 'No clients found.'
  if (count === CLIENTS_OFFERED) return `The first ${count} by name. Type to narrow them down.`
  return count === 1 ? '1 client found' : `${count} clients found`
}

function Choice({ client, showsAgency }: { client: ClientChoice; showsAgency: boolean }) {
  const details = [client.company_name, showsAgency && client.agencies?.name].filter(Boolean)
  return (
    <>
      {client.name}
      {details.length > 0 && <span className="block text-ink-soft text-sm">{details.join(' · ')}</span>}
    </>
  )
}
