import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import type { UpdatedClient } from './update.ts'
import { UpdateList } from './update-list.tsx'
import { projectUpdatesQuery } from './update-queries.ts'
import { toNextUpdate } from './use-project-from-address.ts'

/** The updates about one project. New ones are written on the client's screen. */
export function ProjectUpdates({ projectId, client }: { projectId: string; client: UpdatedClient }) {
  const query = projectUpdatesQuery(projectId)
  const { data, isFetching } = useInfiniteQuery(query)
  return (
    <Card aria-label="Project Updates" aria-busy={isFetching}>
      <CardHeader>
        <div className="flex items-baseline gap-2">
          <CardTitle>Project Updates</CardTitle>
          {data && data.count > 0 && <span className="text-ink-soft text-sm tabular-nums">{data.count}</span>}
        </div>
        <Button variant="outline" asChild>
          <Link to={toNextUpdate(client.id, projectId)}>Write Update</Link>
        </Button>
      </CardHeader>
      <UpdateList query={query} client={client} isOnProject />
    </Card>
  )
}
