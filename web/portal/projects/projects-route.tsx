import { useQuery } from '@tanstack/react-query'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Page } from '../shell/page.tsx'
import { AddProjectDialog } from './add-project-dialog.tsx'
import { ProjectFilterBar } from './project-filter-bar.tsx'
import { useProjectFilters } from './project-filters.ts'
import { projectsQuery } from './project-queries.ts'
import { ProjectTable } from './project-table.tsx'

export default function ProjectsRoute() {
  const { filters, isFiltered, searchFor, filterBy, clear, linkTo } = useProjectFilters()
  const projects = useQuery(projectsQuery(filters))
  const count = projects.data?.count

  return (
    <Page
      title="Project Management"
      description="What your agency is working on, and for whom."
      action={<AddProjectDialog />}
    >
      <Card aria-busy={projects.isFetching}>
        <CardHeader>
          <CardTitle>{count === undefined ? 'Projects' : `Projects (${count})`}</CardTitle>
          <ProjectFilterBar filters={filters} searchFor={searchFor} filterBy={filterBy} />
        </CardHeader>
        <p role="status" className="sr-only">
          {isFiltered && count !== undefined && !projects.isPlaceholderData && `${count} found`}
        </p>
        <ProjectTable projects={projects} isFiltered={isFiltered} onClear={clear} linkTo={linkTo} />
      </Card>
    </Page>
  )
}
