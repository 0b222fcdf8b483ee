import { SearchBox } from '../../ui/search-box.tsx'
import { AgencyFilter } from '../list/agency-filter.tsx'
import { Filter } from '../list/filter.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { prospectStatuses, statusLabels } from './client.ts'
import type { useClientFilters } from './use-client-filters.ts'

type ClientFilterBarProps = Pick<
  ReturnType<typeof useClientFilters>,
  'filters' | 'searchFor' | 'filterByStatus' | 'filterByAgency'
>

export function ClientFilterBar({ filters, searchFor, filterByStatus, filterByAgency }: ClientFilterBarProps) {
  const seesEverything = isSuperAdmin(useMyRoles() ?? [])
  return (
    <div className="flex w-full flex-wrap gap-2">
      <SearchBox
        label="Search clients"
        placeholder="Search by name, email or company"
        value={filters.search}
        onSearch={searchFor}
      />
      <Filter
        label="Status"
        all="All statuses"
        choices={prospectStatuses.map((status) => ({ value: status, label: statusLabels[status] }))}
        value={filters.status ?? ''}
        onChange={filterByStatus}
        className="min-w-32 max-sm:flex-1 sm:w-40"
      />
      {seesEverything && (
        <AgencyFilter value={filters.agencyId} onChange={filterByAgency} className="min-w-32 max-sm:flex-1 sm:w-48" />
      )}
    </div>
  )
}
