import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Database } from '../../lib/database.types.ts'
import { Ago } from '../../ui/ago.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { notOpenedQuery, unansweredQuery } from './reach-queries.ts'

/** What has not come across to clients yet, and what they owe an answer to. */
export function ClientReach() {
  const notOpened = useQuery(notOpenedQuery())
  const unanswered = useQuery(unansweredQuery())
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <ReachCard title="Updates not opened by clients" none="Nothing waits to be opened." {...notOpened} />
      <ReachCard title="Waiting for a client's answer" none="Nothing waits for an answer." {...unanswered} />
    </div>
  )
}

type Reach = Database['public']['Views']['update_reach']['Row']
type WaitingUpdate = Pick<
  Reach,
  'update_id' | 'title' | 'shown_at' | 'client_id' | 'client_name' | 'project_id' | 'project_name'
>

type ReachCardProps = Pick<UseQueryResult<WaitingUpdate[]>, 'data' | 'isError' | 'refetch'> & {
  title: string
  /** What is said where there is no update. */
  none: string
}

function ReachCard({ title, none, data, isError, refetch }: ReachCardProps) {
  return (
    <Card aria-label={title} aria-busy={!data && !isError}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      {!data && isError && <ErrorState title="The updates could not be loaded." onRetry={() => void refetch()} />}
      {!data && !isError && (
        <CardContent>
          <Skeleton className="h-6 w-56 max-w-full" />
        </CardContent>
      )}
      {data?.length === 0 && <CardContent className="text-ink-soft">{none}</CardContent>}
      {data && data.length > 0 && (
        <ul>
          {data.map((update) => (
            <ReachItem key={update.update_id} update={update} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ReachItem({ update }: { update: WaitingUpdate }) {
  const { title, shown_at, client_id, client_name, project_id, project_name } = update
  return (
    <li className="wrap-anywhere border-line border-t px-5 py-3">
      <p className="font-medium">{title}</p>
      <p className="text-ink-soft text-sm">
        <Link to={`/dashboard/clients/${client_id}`} className={link}>
          {client_name}
        </Link>
        {' · '}
        <Link to={`/dashboard/projects/${project_id}`} className={link}>
          {project_name}
        </Link>
        {' · '}
        {shown_at && <Ago moment={shown_at} />}
      </p>
    </li>
  )
}

const link = 'underline underline-offset-2 hover:text-ink'
