import { useQuery } from '@tanstack/react-query'
import { cn } from '../../lib/cn.ts'
import { Select } from '../../ui/input.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { agencyNamesQuery } from '../people/agency-names-query.ts'
import { projectStatuses, projectTypes, statusLabels, typeLabels } from './project.ts'
import type { useProjectFilters } from './project-filters.ts'

type ProjectFilterBarProps = Pick<ReturnType<typeof useProjectFilters>, 'filters' | 'searchFor' | 'filterBy'>

export function ProjectFilterBar({ filters, searchFor, filterBy }: ProjectFilterBarProps) {
  const seesEverything = isSuperAdmin(useMyRoles() ?? [])
  return (
    <div
      className={cn(
        'grid w-full grid-cols-2 gap-2 *:first:col-span-full max-lg:*:last:even:col-span-full xl:flex xl:flex-wrap',
        seesEverything && 'lg:grid-cols-3',
      )}
    >
      <SearchBox
        label="Search projects"
        placeholder="Search by name, description or client"
        value={filters.search}
        onSearch={searchFor}
        className="sm:max-w-none xl:max-w-xs"
      />
      <Filter
        label="Status"
        all="All statuses"
        choices={projectStatuses.map((status) => ({ value: status, label: statusLabels[status] }))}
        value={filters.status}
        onChange={(status) => filterBy('status', status)}
        className="xl:w-40"
      />
      <Filter
        label="Type"
        all="All types"
        choices={projectTypes.map((type) => ({ value: type, label: typeLabels[type] }))}
        value={filters.type}
        onChange={(type) => filterBy('type', type)}
        className="xl:w-48"
      />
      {seesEverything && <AgencyFilter value={filters.agencyId} onChange={(id) => filterBy('agencyId', id)} />}
    </div>
  )
}

function AgencyFilter({ value, onChange }: { value: string; onChange: (agencyId: string) => void }) {
  const { data: agencies = [] } = useQuery(agencyNamesQuery())
  const isKnown = value === '' || agencies.some(({ id }) => id === value)
  return (
    <Filter
      label="Agency"
      all="All agencies"
      choices={[
        // The address may name one that is not there (yet): it filters all the same.
        ...(isKnown ? [] : [{ value, label: 'One agency' }]),
        ...agencies.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={onChange}
      className="xl:w-48"
    />
  )
}

type FilterProps = {
  label: string
  /** What it says where nothing is filtered. */
  all: string
  choices: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
  className: string
}

function Filter({ label, all, choices, value, onChange, className }: FilterProps) {
  return (
    <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} className={className}>
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  )
}
