import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BackToList } from '../list/back-to-list.tsx'
import { useRememberSeen } from '../me/recently-seen.ts'
import { projectNotebook } from '../notes/notebook.ts'
import { NotesCard } from '../notes/notes-card.tsx'
import { Page } from '../page/page.tsx'
import { StatusBadge } from '../project-status/status-badge.tsx'
import { StepsCard } from '../steps/steps-card.tsx'
import { ProjectUpdates } from '../updates/project-updates.tsx'
import type { Route } from './+types/project-route.ts'
import { EditProjectDialog } from './edit-project-dialog.tsx'
import type { ProjectWithClient } from './project.ts'
import { ProjectClient } from './project-client.tsx'
import { ProjectOverview } from './project-overview.tsx'
import { projectQuery } from './project-queries.ts'
import { useCopyDialog } from './use-copy-dialog.tsx'

export default function ProjectRoute({ params }: Route.ComponentProps) {
  return (
    <div className="grid gap-4">
      <BackToList to="/dashboard/projects">Back to Projects</BackToList>
      {/* With the key, another project starts with dialogs and drafts of its own. */}
      <ProjectScreen key={params.projectId} projectId={params.projectId} />
    </div>
  )
}

function ProjectScreen({ projectId }: { projectId: string }) {
  const { data: project, isError, refetch } = useQuery(projectQuery(projectId))
  if (project) return <ProjectDetail project={project} />
  if (project === null) return <ProjectNotFound />
  if (!isError) return <LoadingProject />
  return (
    <>
      <title>Project | Dashboard</title>
      <ErrorState title="The project could not be loaded." onRetry={() => void refetch()} />
    </>
  )
}

function ProjectDetail({ project }: { project: ProjectWithClient }) {
  useRememberSeen('project', project.id)
  const { copy, dialog } = useCopyDialog()
  return (
    <Page
      title={project.name}
      badge={<StatusBadge status={project.status} />}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => copy(project)}>
            <Copy aria-hidden />
            Copy Project
          </Button>
          <EditProjectDialog project={project} />
        </div>
      }
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <ProjectOverview project={project} />
        {project.clients && <ProjectClient client={project.clients} />}
        <StepsCard projectId={project.id} agencyId={project.agency_id} />
        <ProjectUpdates
          projectId={project.id}
          client={{
            id: project.client_id,
            name: project.clients?.name ?? 'Main person',
            email: project.clients?.email ?? '',
            plan: project.clients?.plan ?? null,
          }}
        />
        <NotesCard title="Project Notes" notebook={projectNotebook(project.id)} />
      </div>
      {dialog}
    </Page>
  )
}

function ProjectNotFound() {
  return (
    <Page
      title="Project Not Found"
      description="The project you're looking for doesn't exist or you don't have permission to view it."
    >
      {null}
    </Page>
  )
}

/**
 * The screen of a project while it loads. The placeholders are as high as the content, so that nothing moves when it
 * arrives.
 */
function LoadingProject() {
  return (
    <div className="grid gap-6" aria-busy>
      <title>Project | Dashboard</title>
      <Skeleton className="h-10 w-72 max-w-full" />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-96" />
        <Skeleton className="h-56" />
      </div>
    </div>
  )
}
