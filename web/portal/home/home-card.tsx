import type { UseQueryResult } from '@tanstack/react-query'
import { type Key, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'

type HomeCardProps<Row> = Pick<UseQueryResult<Row[]>, 'data' | 'isError' | 'refetch'> & {
  title: string
  /** The texts for an empty list, and for a list that cannot be loaded. */
  none: string
  failed: string
  /** The link to the whole list. */
  all?: { to: string; label: string }
  keyOf: (row: Row) => Key
  children: (row: Row) => ReactNode
}

/** A card with a few things to look after, each with its link. */
export function HomeCard<Row>({
  title,
  none,
  failed,
  all,
  data,
  isError,
  refetch,
  keyOf,
  children,
}: HomeCardProps<Row>) {
  const titleId = useId()
  return (
    <Card aria-labelledby={titleId} aria-busy={!data && !isError}>
      <CardHeader>
        <CardTitle id={titleId}>{title}</CardTitle>
        {all && (
          <Link to={all.to} className="text-ink-soft text-sm underline underline-offset-2 hover:text-ink">
            {all.label}
          </Link>
        )}
      </CardHeader>
      {!data && isError && <ErrorState title={failed} onRetry={() => void refetch()} />}
      {!data && !isError && (
        <CardContent>
          <Skeleton className="h-6 w-56 max-w-full" />
        </CardContent>
      )}
      {data?.length === 0 && <CardContent className="text-ink-soft">{none}</CardContent>}
      {data && data.length > 0 && (
        <ul>
          {data.map((row) => (
            <li key={keyOf(row)} className="wrap-anywhere border-line border-t px-5 py-3">
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

export const homeLink = 'underline underline-offset-2 hover:text-ink'
