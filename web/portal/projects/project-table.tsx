import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatDollars } from '../../lib/formats.ts'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import type { ListPage } from '../list/fetch-page.ts'
import { RowActions } from '../list/row-actions.tsx'
import { RowLink } from '../list/row-link.tsx'
import { RowsCard } from '../list/rows-card.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { AssignSelect } from './assign-select.tsx'
import { ChosenProjects } from './chosen-projects.tsx'
import { DeleteProjectDialog } from './delete-project-dialog.tsx'
import { NoProjects } from './no-projects.tsx'
import { type ListedProject, truncated, typeLabels } from './project.ts'
import { PriorityCell, StatusCell, TargetDateCell } from './project-cells.tsx'
import { useCopyDialog } from './use-copy-dialog.tsx'
import type { useProjectFilters } from './use-project-filters.ts'

type ProjectTableProps = {
  projects: UseQueryResult<ListPage<ListedProject>>
  list: Pick<ReturnType<typeof useProjectFilters>, 'linkTo' | 'isFiltered' | 'clear' | 'sorting' | 'sortedBy'>
}

export function ProjectTable({ projects, list }: ProjectTableProps) {
  const [leaving, setLeaving] = useState<ListedProject>()
  const { copy, dialog } = useCopyDialog()
  const myRoles = useMyRoles()
  const rows = projects.data?.rows
  const seesEverything = isSuperAdmin(myRoles ?? [])
  const columns = useMemo(
    () => columnsFor(seesEverything, rows ?? [], { onDelete: setLeaving, onCopy: copy }),
    [seesEverything, rows, copy],
  )
  return (
    <RowsCard
      query={projects}
      // The columns of the table depend on the person's roles.
      isReady={myRoles !== undefined}
      failed="The projects could not be loaded."
      empty={<NoProjects isFiltered={list.isFiltered} onClear={list.clear} />}
      caption="Projects"
      columns={columns}
      nameOf={nameOf}
      // The table scrolls sideways only where even broken words leave no room for every column.
      frame="overflow-x-auto"
      foldBelow="58rem"
      tightBelow={seesEverything ? '84rem' : '68rem'}
      sorted={{ sorting: list.sorting, linkTo: list.sortedBy }}
      Chosen={ChosenProjects}
      linkTo={list.linkTo}
    >
      <DeleteProjectDialog project={leaving} onClose={() => setLeaving(undefined)} />
      {dialog}
    </RowsCard>
  )
}

const nameOf = ({ name }: ListedProject) => name

type Actions = Record<'onDelete' | 'onCopy', (project: ListedProject) => void>

const columnsFor = (
  seesEverything: boolean,
  rows: readonly ListedProject[],
  { onDelete, onCopy }: Actions,
): Column<ListedProject>[] => [
  ...whatItIs,
  ...(seesEverything ? [agency] : []),
  ...howItStands,
  ...(seesEverything ? [assignee(rows.map(({ agency_id }) => agency_id))] : []),
  ...whatIsPlanned,
  {
    header: 'Actions',
    onCard: 'more',
    cell: (project) => (
      <RowActions
        name={project.name}
        to={`/dashboard/projects/${project.id}`}
        copy={{ label: 'Copy Project', onCopy: () => onCopy(project) }}
        onDelete={() => onDelete(project)}
      />
    ),
  },
]

const whatItIs: Column<ListedProject>[] = [
  {
    header: 'Project',
    cell: ({ id, name, ...project }) => (
      <>
        <RowLink to={`/dashboard/projects/${id}`} name={name} />
        <LineBelowName project={project} />
      </>
    ),
    sortKey: 'name',
    className: 'unfolded:w-[27%] unfolded:max-w-0',
  },
  {
    header: 'Client',
    cell: ({ clients }) => <Name>{clients?.name}</Name>,
    sortKey: 'client',
    onCard: 'line',
    className: 'unfolded:w-[15%] unfolded:max-w-0 tight:w-[18%] folded:not-group-data-open/row:max-w-36',
  },
]

const agency: Column<ListedProject> = {
  header: 'Agency',
  onCard: 'more',
  cell: ({ agencies }) => <CutText className="unfolded:text-sm">{agencies?.name ?? ''}</CutText>,
  className: 'unfolded:w-[14%] unfolded:max-w-0 tight:w-[11%]',
}

const howItStands: Column<ListedProject>[] = [
  {
    header: 'Type',
    cell: ({ project_type }) => <p className="whitespace-nowrap unfolded:text-sm">{typeLabels[project_type]}</p>,
    sortKey: 'type',
    onCard: 'more',
  },
  { header: 'Status', cell: (project) => <StatusCell project={project} />, sortKey: 'status', onCard: 'line' },
  { header: 'Priority', cell: (project) => <PriorityCell project={project} />, sortKey: 'priority', onCard: 'more' },
]

const assignee = (agencyIds: readonly string[]): Column<ListedProject> => ({
  header: 'Assigned To',
  onCard: 'more',
  cell: (project) => <AssignSelect project={project} agencyIds={agencyIds} />,
})

const whatIsPlanned: Column<ListedProject>[] = [
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
  { header: 'Target Date', cell: (project) => <TargetDateCell project={project} />, sortKey: 'target', onCard: 'line' },
]

/** One quiet line: how many steps are done, and the beginning of the description. */
function LineBelowName({ project }: { project: Pick<ListedProject, 'description' | 'steps' | 'steps_done'> }) {
  const { description, steps, steps_done } = project
  const hasSteps = steps > 0
  if (!description && !hasSteps) return null
  return (
    <p className="text-ink-soft text-sm unfolded:line-clamp-1 unfolded:text-xs">
      {hasSteps && (
        <span className="tabular-nums">
          {steps_done} of {steps}
          <span className="sr-only"> steps done</span>
        </span>
      )}
      {description && (
        <span className="folded:not-group-data-open/row:hidden" title={description}>
          {hasSteps && ' · '}
          <BreakableText>{truncated(description)}</BreakableText>
        </span>
      )}
    </p>
  )
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
