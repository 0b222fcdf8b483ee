import { cn } from '../../lib/cn.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { AgencyFilter } from '../list/agency-filter.tsx'
import { Filter } from '../list/filter.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { projectStatuses, statusLabels } from '../project-status/project-status.ts'
import { projectTypes, typeLabels } from './project.ts'
import type { useProjectFilters } from './use-project-filters.ts'

type ProjectFilterBarProps = Pick<ReturnType<typeof useProjectFilters>, 'filters' | 'searchFor' | 'filterBy'>

export function ProjectFilterBar({ filters, searchFor, filterBy }: ProjectFilterBarProps) {
  const seesEverything = isSuperAdmin(useMyRoles() ?? [])
  return (
    <div
      className={cn(
        'grid w-full grid-cols-2 gap-2 *:first:col-span-full max-lg:*:last:even:col-span-full xl:flex',
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
        className="xl:w-36 xl:shrink-0"
      />
      <Filter
        label="Type"
        all="All types"
        choices={projectTypes.map((type) => ({ value: type, label: typeLabels[type] }))}
        value={filters.type}
        onChange={(type) => filterBy('type', type)}
        className="xl:w-40 xl:shrink-0"
      />
      <Filter
        label="Steps"
        all="All steps"
        choices={[{ value: 'overdue', label: 'Has overdue steps' }]}
        value={filters.steps}
        onChange={(steps) => filterBy('steps', steps)}
        className="xl:w-44 xl:shrink-0"
      />
      {seesEverything && (
        <AgencyFilter
          value={filters.agencyId}
          onChange={(id) => filterBy('agencyId', id)}
          className="xl:w-40 xl:shrink-0"
        />
      )}
    </div>
  )
}
