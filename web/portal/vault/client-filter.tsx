import { useSearchParams } from 'react-router'
import { CLIENT } from '../client-choice/client-choices.ts'
import { Filter } from '../list/filter.tsx'
import { writeFilter } from '../list/list-params.ts'
import type { Entry } from './entry.ts'

/** The client that the list is narrowed to, '' for none, kept in the address beside the search and the page. */
export function useClientFilter(): [clientId: string, filterByClient: (clientId: string) => void] {
  const [address, setAddress] = useSearchParams()
  const choose = (clientId: string) =>
    setAddress((latest) => writeFilter(latest, CLIENT, clientId), { replace: true, preventScrollReset: true })
  return [address.get(CLIENT) ?? '', choose]
}

type ClientFilterProps = { entries: readonly Entry[]; value: string; onChange: (clientId: string) => void }

/** Offers the clients that have entries; without any there is nothing to choose. */
export function ClientFilter({ entries, value, onChange }: ClientFilterProps) {
  const names = new Map<string, string>()
  for (const { client_id, client } of entries) if (client_id !== null && client) names.set(client_id, client.name)
  // The address may name a client without entries (yet); the filter still applies.
  if (value !== '' && !names.has(value)) names.set(value, 'A client without entries')
  if (names.size === 0) return null
  const choices = [...names].map(([id, label]) => ({ value: id, label }))
  return (
    <Filter
      label="Filter by client"
      all="All clients"
      choices={choices.sort((one, other) => one.label.localeCompare(other.label))}
      value={value}
      onChange={onChange}
      className="lg:w-48"
    />
  )
}
