import { useQuery } from '@tanstack/react-query'
import { Select } from '../../ui/input.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { projectStatuses, projectTypes, statusLabels, typeLabels } from './project.ts'
import type { useProjectFilters } from './project-filters.ts'
import { agencyNamesQuery } from './project-queries.ts'

type ProjectFilterBarProps = Pick<ReturnType<typeof useProjectFilters>, 'filters' | 'searchFor' | 'filterBy'>

export function ProjectFilterBar({ filters, searchFor, filterBy }: ProjectFilterBarProps) {
  const seesEverything = isSuperAdmin(useMyRoles() ?? [])
  return (
    <div className="grid w-full grid-cols-2 gap-2 *:first:col-span-full sm:flex sm:flex-wrap">
      <SearchBox
        label="Search projects"
        placeholder="Search by name, description or client"
        value={filters.search}
        onSearch={searchFor}
      />
      <Select
        aria-label="Status"
        value={filters.status}
        onChange={(event) => filterBy('status', event.target.value)}
        className="sm:w-40"
      >
        <option value="">All statuses</option>
        {projectStatuses.map((status) => (
          <option key={status} value={status}>
            {statusLabels[status]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Type"
        value={filters.type}
        onChange={(event) => filterBy('type', event.target.value)}
        className="sm:w-48"
      >
        <option value="">All types</option>
        {projectTypes.map((type) => (
          <option key={type} value={type}>
            {typeLabels[type]}
          </option>
        ))}
      </Select>
      {seesEverything && <AgencyFilter value={filters.agencyId} onChange={(id) => filterBy('agencyId', id)} />}
    </div>
  )
}

function AgencyFilter({ value, onChange }: { value: string; onChange: (agencyId: string) => void }) {
  const { data: agencies = [] } = useQuery(agencyNamesQuery())
  const isKnown = value === '' || agencies.some(({ id }) => id === value)
  return (
    <Select aria-label="Agency" value={value} onChange={(event) => onChange(event.target.value)} className="sm:w-48">
      <option value="">All agencies</option>
      {/* The address may name one that is not there (yet): it filters all the same. */}
      {!isKnown && <option value={value}>One agency</option>}
      {agencies.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
