import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusBadge } from '../project-status/status-badge.tsx'
import { clientProjectsQuery } from './client-projects-query.ts'

export function ClientProjects({ clientId }: { clientId: string }) {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    clientProjectsQuery(clientId),
  )

  return (
    <Card aria-label="Projects" aria-busy={isFetching}>
      <CardHeader>
        <div className="flex items-baseline gap-2">
          <CardTitle>Projects</CardTitle>
          {data && data.count > 0 && <span className="text-ink-soft text-sm tabular-nums">{data.count}</span>}
        </div>
        <Button variant="outline" asChild>
          <Link to={`/dashboard/projects?new&client=${clientId}`}>
            <Plus aria-hidden />
            New Project
          </Link>
        </Button>
      </CardHeader>
      {data === undefined && isError && (
        <ErrorState title="The projects could not be loaded." onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <LoadingProjects />}
      {data?.count === 0 && <CardContent className="text-ink-soft">No projects yet.</CardContent>}
      {data && data.count > 0 && (
        <ul>
          {data.projects.map(({ id, name, status }) => (
            <li key={id} className="border-line border-t">
              <Link
                to={`/dashboard/projects/${id}`}
                className="flex items-start justify-between gap-3 px-5 py-3 hover:bg-paper/60"
              >
                <span className="min-w-0 break-words font-medium text-[0.9375rem]">{name}</span>
                <span className="shrink-0">
                  <StatusBadge status={status} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data && hasNextPage && (
        <ShowMore
          shown={data.projects.length}
          count={data.count}
          isLoading={isFetchingNextPage}
          hasFailed={isError}
          onMore={() => void fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </Card>
  )
}

function LoadingProjects() {
  return (
    <div className="grid gap-3 border-line border-t px-5 py-4">
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-5 w-1/2" />
    </div>
  )
}
