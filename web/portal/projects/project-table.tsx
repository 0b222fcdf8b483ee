import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatDollars } from '../../lib/formats.ts'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { type Chooser, type Column, DataTable } from '../../ui/data-table.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { AllRowsChooser, ChosenRowsProvider, RowChooser } from '../list/chosen-rows.tsx'
import { type ListPage, PAGE_SIZE } from '../list/fetch-page.ts'
import { ListFrame } from '../list/list-frame.tsx'
import { RowActions } from '../list/row-actions.tsx'
import { RowLink } from '../list/row-link.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { AssignSelect } from './assign-select.tsx'
import { ChosenProjects } from './chosen-projects.tsx'
import { DeleteProjectDialog } from './delete-project-dialog.tsx'
import { NoProjects } from './no-projects.tsx'
import { type ListedProject, truncated } from './project.ts'
import { TypeBadge } from './project-badges.tsx'
import { PriorityCell, StatusCell, TargetDateCell } from './project-cells.tsx'
import type { useProjectFilters } from './use-project-filters.ts'

type ProjectTableProps = {
  projects: UseQueryResult<ListPage<ListedProject>>
  list: Pick<ReturnType<typeof useProjectFilters>, 'linkTo' | 'isFiltered' | 'clear' | 'sorting' | 'sortedBy'>
}

export function ProjectTable({ projects, list }: ProjectTableProps) {
  const [leaving, setLeaving] = useState<ListedProject>()
  const myRoles = useMyRoles()
  const { data, isError, isPlaceholderData, refetch } = projects
  const rows = data?.rows
  const seesEverything = isSuperAdmin(myRoles ?? [])
  const columns = useMemo(() => columnsFor(seesEverything, rows ?? [], setLeaving), [seesEverything, rows])

  if (isError && !data) return <ErrorState title="The projects could not be loaded." onRetry={() => void refetch()} />
  if (data?.count === 0) return <NoProjects isFiltered={list.isFiltered} onClear={list.clear} />

  return (
    <ChosenRowsProvider rows={rows ?? []}>
      {/* It scrolls only where even the longest words, broken, leave no room for every column. */}
      <ListFrame isStale={isPlaceholderData} className="overflow-x-auto">
        <DataTable
          caption="Projects"
          columns={columns}
          // Which columns there are is known with the roles.
          rows={myRoles && rows}
          foldBelow="58rem"
          hasMany
          sorted={{ sorting: list.sorting, linkTo: list.sortedBy }}
          chooser={chooser}
          nameOf={nameOf}
        />
      </ListFrame>
      <ChosenProjects projects={rows ?? []} />
      {data && <Pagination page={data.page} pageSize={PAGE_SIZE} count={data.count} linkTo={list.linkTo} />}
      <DeleteProjectDialog project={leaving} onClose={() => setLeaving(undefined)} />
    </ChosenRowsProvider>
  )
}

const nameOf = ({ name }: ListedProject) => name
const chooser: Chooser<ListedProject> = { of: (project) => <RowChooser {...project} />, ofAll: <AllRowsChooser /> }

function columnsFor(
  seesEverything: boolean,
  rows: readonly ListedProject[],
  onDelete: (project: ListedProject) => void,
): Column<ListedProject>[] {
  const agencyIds = rows.map(({ agency_id }) => agency_id)
  return [
    {
      header: 'Project',
      cell: ({ id, name, description }) => (
        <>
          <RowLink to={`/dashboard/projects/${id}`} name={name} />
          {description && (
            <p
              className="text-ink-soft text-sm folded:not-group-data-open/row:hidden unfolded:truncate unfolded:text-xs"
              title={description}
            >
              <BreakableText>{truncated(description)}</BreakableText>
            </p>
          )}
        </>
      ),
      sortKey: 'name',
      className: 'unfolded:w-[30%] unfolded:max-w-0',
    },
    {
      header: 'Client',
      cell: ({ clients }) => <Name>{clients?.name}</Name>,
      sortKey: 'client',
      onCard: 'line',
      className: 'unfolded:w-[15%] unfolded:max-w-0 folded:not-group-data-open/row:max-w-36',
    },
    ...(seesEverything
      ? [
          {
            header: 'Agency',
            onCard: 'more' as const,
            cell: ({ agencies }: ListedProject) => <Name>{agencies?.name}</Name>,
            className: 'unfolded:max-w-28',
          },
        ]
      : []),
    { header: 'Type', cell: (project) => <TypeBadge {...project} />, sortKey: 'type', onCard: 'more' },
    { header: 'Status', cell: (project) => <StatusCell project={project} />, sortKey: 'status', onCard: 'line' },
    { header: 'Priority', cell: (project) => <PriorityCell project={project} />, sortKey: 'priority', onCard: 'more' },
    ...(seesEverything
      ? [
          {
            header: 'Assigned To',
            onCard: 'more' as const,
            cell: (project: ListedProject) => <AssignSelect project={project} agencyIds={agencyIds} />,
          },
        ]
      : []),
    {
      header: 'Budget',
      sortKey: 'budget',
      onCard: 'more',
      cell: ({ budget }) =>
        budget === null ? (
          <NotSet />
        ) : (
          <p className="tabular-nums unfolded:text-sm">
            <BreakableText>{formatDollars(budget)}</BreakableText>
          </p>
        ),
    },
    {
      header: 'Target Date',
      cell: (project) => <TargetDateCell project={project} />,
      sortKey: 'target',
      onCard: 'line',
    },
    {
      header: 'Actions',
      onCard: 'more',
      cell: (project) => (
        <RowActions name={project.name} to={`/dashboard/projects/${project.id}`} onDelete={() => onDelete(project)} />
      ),
    },
  ]
}

const Name = ({ children = '' }: { children: string | undefined }) => (
  <p
    className="unfolded:line-clamp-2 unfolded:text-sm unfolded:leading-tight folded:not-group-data-open/row:truncate"
    title={children}
  >
    <BreakableText>{children}</BreakableText>
  </p>
)

const NotSet = () => <p className="text-ink-soft unfolded:text-sm">Not set</p>
