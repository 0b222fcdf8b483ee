import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { CLIENTS_OFFERED, type ClientChoice, type ClientScope, clientChoicesQuery } from './client-choices.ts'

/** The part of a client that a form keeps. */
type Chosen = Pick<ClientChoice, 'id' | 'name'> & Partial<Pick<ClientChoice, 'company_name' | 'agencies'>>

type ClientBoxProps = Pick<
  ComponentProps<typeof Combobox>,
  'id' | 'aria-invalid' | 'aria-describedby' | 'ref' | 'onBlur' | 'required'
> & {
  whose: ClientScope
  /** True where clients of several agencies are offered, so that each is shown with its agency. */
  showsAgency?: boolean
  selected: Chosen | null
  onSelect: (client: ClientChoice | null) => void
}

/**
 * The delay after a keystroke before the search: long enough for a fast typist, short enough that nobody waits for it.
 */
const PAUSE_MS = 80

/** A combobox to choose among any number of clients, which the server searches. */
export function ClientBox({ whose, showsAgency = false, selected, onSelect, ...control }: ClientBoxProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed, PAUSE_MS)
  const { data: clients = [], isError, isPlaceholderData, isPending } = useQuery(clientChoicesQuery(search, whose))
  const isSettled = typed === search && !isPlaceholderData && !isPending
  return (
    <Combobox<Chosen>
      {...control}
      placeholder="Search by name, email or company"
      listLabel="Clients"
      items={isError ? [] : clients}
      itemKey={({ id }) => id}
      itemText={({ name }) => name}
      renderItem={(client) => <Choice client={client} showsAgency={showsAgency} />}
      selected={selected}
      onSelect={(chosen) => onSelect(clients.find(({ id }) => id === chosen?.id) ?? null)}
      onSearch={setTyped}
      isSettled={isSettled}
      status={isError ? 'The clients could not be loaded.' : statusOf(clients.length, isSettled)}
    />
  )
}

function statusOf(count: number, isSettled: boolean) {
  if (!isSettled) return 'Searching...'
  if (count === 0) return 'No clients found.'
  if (count === CLIENTS_OFFERED) return `The first ${count} by name. Type to narrow the list.`
  return count === 1 ? '1 client found' : `${count} clients found`
}

function Choice({ client, showsAgency }: { client: Chosen; showsAgency: boolean }) {
  const details = [client.company_name, showsAgency && client.agencies?.name].filter(Boolean)
  return (
    <>
      {client.name}
      {details.length > 0 && <span className="block text-ink-soft text-sm">{details.join(' · ')}</span>}
    </>
  )
}
