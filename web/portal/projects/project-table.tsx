import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatDay, formatDollars } from '../../lib/formats.ts'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { type ListPage, PAGE_SIZE } from '../list/fetch-page.ts'
import { ListFrame } from '../list/list-frame.tsx'
import { RowActions } from '../list/row-actions.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { AssignSelect } from './assign-select.tsx'
import { DeleteProjectDialog } from './delete-project-dialog.tsx'
import { NoProjects } from './no-projects.tsx'
import { type ListedProject, truncated } from './project.ts'
import { PriorityBadge, StatusBadge, TypeBadge } from './project-badges.tsx'

type ProjectTableProps = {
  projects: UseQueryResult<ListPage<ListedProject>>
  linkTo: (page: number) => string
  isFiltered: boolean
  onClear: () => void
}

export function ProjectTable({ projects, linkTo, isFiltered, onClear }: ProjectTableProps) {
  const [leaving, setLeaving] = useState<ListedProject>()
  const myRoles = useMyRoles()
  const { data, isError, isPlaceholderData, refetch } = projects
  const rows = data?.rows
  const seesEverything = isSuperAdmin(myRoles ?? [])
  const columns = useMemo(() => columnsFor(seesEverything, rows ?? [], setLeaving), [seesEverything, rows])

  if (isError && !data) return <ErrorState title="The projects could not be loaded." onRetry={() => void refetch()} />
  if (data?.count === 0) return <NoProjects isFiltered={isFiltered} onClear={onClear} />

  return (
    <>
      {/* It scrolls only where even the longest words, broken, leave no room for every column. */}
      <ListFrame isStale={isPlaceholderData} className="overflow-x-auto">
        <DataTable
          caption="Projects"
          columns={columns}
          // Which columns there are is known with the roles.
          rows={myRoles && rows}
          foldBelow="58rem"
          hasMany={seesEverything}
        />
      </ListFrame>
      {data && <Pagination page={data.page} pageSize={PAGE_SIZE} count={data.count} linkTo={linkTo} />}
      <DeleteProjectDialog project={leaving} onClose={() => setLeaving(undefined)} />
    </>
  )
}

function columnsFor(
  seesEverything: boolean,
  rows: readonly ListedProject[],
  onDelete: (project: ListedProject) => void,
): Column<ListedProject>[] {
  const agencyIds = rows.map(({ agency_id }) => agency_id)
  return [
    {
      header: 'Project',
      cell: ({ name, description }) => (
        <>
          <p className="line-clamp-3 font-medium" title={name}>
            <BreakableText>{name}</BreakableText>
          </p>
          {description && (
            <p className="text-ink-soft text-sm">
              <BreakableText>{truncated(description)}</BreakableText>
            </p>
          )}
        </>
      ),
      className: 'unfolded:w-1/4 unfolded:max-w-64 tight:min-w-27',
    },
    {
      header: 'Client',
      cell: ({ clients }) => <Name>{clients?.name}</Name>,
      className: 'unfolded:max-w-40',
    },
    ...(seesEverything
      ? [
          {
            header: 'Agency',
            cell: ({ agencies }: ListedProject) => <Name>{agencies?.name}</Name>,
            className: 'unfolded:max-w-32',
          },
        ]
      : []),
    { header: 'Type', cell: (project) => <TypeBadge {...project} /> },
    { header: 'Status', cell: (project) => <StatusBadge {...project} /> },
    { header: 'Priority', cell: (project) => <PriorityBadge {...project} /> },
    ...(seesEverything
      ? [
          {
            header: 'Assigned To',
            cell: (project: ListedProject) => <AssignSelect project={project} agencyIds={agencyIds} />,
          },
        ]
      : []),
    {
      header: 'Budget',
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
      cell: ({ target_completion_date: day }) =>
        day === null ? (
          <NotSet />
        ) : (
          <p className="whitespace-nowrap unfolded:text-sm tight:whitespace-normal">
            {formatDay(day).replace(' ', '\u00a0')}
          </p>
        ),
    },
    {
      header: 'Actions',
      cell: (project) => (
        <RowActions name={project.name} to={`/dashboard/projects/${project.id}`} onDelete={() => onDelete(project)} />
      ),
    },
  ]
}

const Name = ({ children = '' }: { children: string | undefined }) => (
  <p className="unfolded:text-sm">
    <BreakableText>{children}</BreakableText>
  </p>
)

const NotSet = () => <p className="text-ink-soft unfolded:text-sm">Not set</p>
