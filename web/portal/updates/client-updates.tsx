import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CreateUpdateForm } from './create-update-form.tsx'
import type { UpdatedClient } from './update.ts'
import { UpdateHistory } from './update-history.tsx'
import { projectChoicesQuery } from './update-queries.ts'

/** Updates about a client's projects: the form for the next one, and the history. */
export function ClientUpdates({ client }: { client: UpdatedClient }) {
  return (
    <Card aria-label="Client Updates" className="@container">
      <CardHeader>
        <CardTitle>Client Updates</CardTitle>
      </CardHeader>
      <CardContent>
        <NextUpdate client={client} />
      </CardContent>
      <UpdateHistory client={client} />
    </Card>
  )
}

function NextUpdate({ client }: { client: UpdatedClient }) {
  const { data: projects, isError, refetch } = useQuery(projectChoicesQuery(client.id))
  if (projects === undefined && isError) {
    return <ErrorState title="The client’s projects could not be loaded." onRetry={() => void refetch()} />
  }
  if (projects === undefined) return <Skeleton className="h-16" />
  if (projects.count === 0) {
    return (
      <p className="text-ink-soft">
        Updates are about a project, and this client has none yet.{' '}
        <Link to={`/dashboard/projects?new&client=${client.id}`} className="text-ink underline underline-offset-2">
          Create the first project
        </Link>{' '}
        to write one.
      </p>
    )
  }
  return <CreateUpdateForm client={client} projects={projects} />
}
