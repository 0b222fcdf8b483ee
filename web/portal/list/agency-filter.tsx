import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { agencyNamesQuery } from '../people/agency-names-query.ts'
import { Filter } from './filter.tsx'
import { AGENCY, readAgencyId, writeFilter } from './list-params.ts'

/** The agency that a list is narrowed to, kept in the address beside the search and the page number. */
export function useAgencyFilter(): [agencyId: string, filterByAgency: (agencyId: string) => void] {
  const [address, setAddress] = useSearchParams()
  const choose = (agencyId: string) =>
    setAddress((latest) => writeFilter(latest, AGENCY, agencyId), { replace: true, preventScrollReset: true })
  return [readAgencyId(address), choose]
}

type AgencyFilterProps = { value: string; onChange: (agencyId: string) => void; className?: string }

export function AgencyFilter({ value, onChange, className }: AgencyFilterProps) {
  const { data: agencies } = useQuery(agencyNamesQuery())
  const isKnown = value === '' || agencies?.some(({ id }) => id === value)
  return (
    <Filter
      label="Agency"
      all="All agencies"
      choices={[
        // The address or a saved view may name an agency that is not loaded or does not exist; the filter still
        // applies.
        ...(isKnown ? [] : [{ value, label: agencies ? 'A deleted agency' : 'One agency' }]),
        ...(agencies ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={onChange}
      {...(className !== undefined && { className })}
    />
  )
}
