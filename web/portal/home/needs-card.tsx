import { useId } from 'react'
import { Link } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Day } from '../../ui/day.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { readNotices } from '../notices/read-notices.ts'
import { useWrite } from '../writes/use-write.ts'
import { isLate, type Need } from './need.ts'
import { useNeeds } from './use-needs.ts'

/** What waits for the person, the most urgent first. Where nothing does, there is no card. */
export function NeedsCard() {
  const titleId = useId()
  const { needs, isLoading, isError, retry } = useNeeds()
  const [read] = useWrite(readNotices)
  if (!isLoading && !isError && needs.length === 0) return null
  return (
    <Card aria-labelledby={titleId} aria-busy={isLoading}>
      <CardHeader>
        <CardTitle id={titleId}>Needs You</CardTitle>
      </CardHeader>
      {isLoading ? (
        <CardContent>
          <Skeleton className="h-30" />
        </CardContent>
      ) : (
        <ul className="pb-2">
          {needs.map((need) => (
            <NeedLine
              key={`${need.kind}/${need.key}`}
              need={need}
              onFollow={() => need.notice !== undefined && void read({ id: need.notice })}
            />
          ))}
        </ul>
      )}
      {!isLoading && isError && <ErrorState title="Some of this could not be loaded." onRetry={retry} />}
    </Card>
  )
}

function NeedLine({ need, onFollow }: { need: Need; onFollow: () => void }) {
  const { Icon, who, what, about, since, to } = need
  return (
    <li>
      <Link
        to={to}
        onClick={onFollow}
        className="flex min-h-11 items-start gap-3 px-5 py-3 text-sm/5 hover:bg-paper focus-visible:-outline-offset-2 lg:min-h-9 lg:py-2"
      >
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />
        <span
          className="wrap-anywhere min-w-0 flex-1 lg:truncate"
          title={[`${who} ${what}`, about].filter(Boolean).join(' · ')}
        >
          <span className="font-semibold">{who}</span> {what}
          {about && (
            <span className="text-ink-soft max-lg:block">
              <span className="max-lg:sr-only"> · </span>
              {about}
            </span>
          )}
        </span>
        {since && (
          <span
            className={cn(
              'shrink-0 whitespace-nowrap tabular-nums',
              isLate(need) ? 'font-medium text-danger' : 'text-ink-soft',
            )}
          >
            <Since since={since} />
          </span>
        )}
      </Link>
    </li>
  )
}

function Since({ since }: { since: NonNullable<Need['since']> }) {
  if ('words' in since) return since.words
  if ('moment' in since) return <TimeAgo moment={since.moment} />
  return (
    <>
      {since.before ? `${since.before} ` : since.isOver && 'since '}
      <Day day={since.day} />
    </>
  )
}
