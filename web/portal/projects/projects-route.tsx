import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { today } from '../../lib/today.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { LazyButton } from '../../ui/lazy-button.tsx'
import { ImportButton } from '../import/import-button.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { useMe } from '../me/me.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import { Page } from '../page/page.tsx'
import { Views } from '../saved-views/views.tsx'
import { exportProjects } from './export-projects.ts'
import { LookSwitch } from './look-switch.tsx'
import { NoProjects } from './no-projects.tsx'
import { ProjectFilterBar } from './project-filter-bar.tsx'
import { projectsQuery } from './project-queries.ts'
import { ProjectTable } from './project-table.tsx'
import { readyViews, useProjectFilters } from './use-project-filters.ts'

// Rows are shown before the code of the forms has loaded.
const AddProjectDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./add-project-dialog.tsx')).AddProjectDialog })),
)
// The table is what most people open, and does not wait for the code of the other looks.
const ProjectBoard = lazy(() => loadChunk(() => import('./board/project-board.tsx')))
const ProjectCalendar = lazy(() => loadChunk(() => import('./calendar/project-calendar.tsx')))
const ImportProjectsDialog = lazy(() => loadChunk(() => import('./import-projects-dialog.tsx')))

export default function ProjectsRoute() {
  const me = useMe().id
  const list = useProjectFilters()
  const { filters, look, isFiltered, searchFor, filterBy } = list
  const shown = { filters, sorting: list.sorting, me, today: today() }
  const projects = useQuery(projectsQuery(filters, list.sorting, shown))
  const count = projects.data?.count

  return (
    <Page
      isWide
      title="Project Management"
      description="What your agency is working on, and for whom."
      action={
        <LazyButton label="Add Project" isTime={!projects.isPending}>
          <AddProjectDialog agencyId={filters.agencyId} />
        </LazyButton>
      }
    >
      <Card aria-busy={projects.isFetching}>
        <CardHeader>
          <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <CardTitle>{count === undefined ? 'Projects' : `Projects (${formatCount(count)})`}</CardTitle>
            <Views list="projects" ready={readyViews} chosen={filters.view} />
            <div className="ml-auto flex flex-wrap items-center justify-end gap-y-2">
              <LookSwitch look={look} linkTo={list.lookAt} />
              <ImportButton kind="projects" Dialog={ImportProjectsDialog} />
              <ExportButton write={exportProjects} shown={shown} count={count} />
            </div>
          </div>
          <ProjectFilterBar filters={filters} searchFor={searchFor} filterBy={filterBy} />
        </CardHeader>
        <p role="status" className="sr-only">
          {isFiltered && count !== undefined && !projects.isPlaceholderData && `${formatCount(count)} found`}
        </p>
        {look === 'table' ? (
          <ProjectTable projects={projects} list={list} />
        ) : count === 0 ? (
          <NoProjects isFiltered={isFiltered} onClear={list.clear} />
        ) : (
          <Suspense fallback={null}>
            {look === 'board' ? <ProjectBoard shown={shown} /> : <ProjectCalendar shown={shown} />}
          </Suspense>
        )}
      </Card>
      <ListFoot to="/dashboard/deleted?kind=project">Recently Deleted</ListFoot>
    </Page>
  )
}
