import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useWrite } from '../writes/use-write.ts'
import { noticeText } from './notice.ts'
import { NoticeItem } from './notice-item.tsx'
import { noticesQuery } from './notice-queries.ts'
import { readNotices } from './read-notices.ts'

type NoticeListProps = {
  hasUnread: boolean
  /** Called when the person follows a notice. */
  onLeave: () => void
}

export function NoticeList({ hasUnread, onLeave }: NoticeListProps) {
  const { data, isPending, refetch } = useQuery(noticesQuery())
  const [read, isBusy] = useWrite(readNotices)
  const notices = data?.flatMap((notice) => {
    const text = noticeText(notice)
    return text ? [{ ...notice, text }] : []
  })
  return (
    <>
      <div className="flex min-h-13 items-center justify-between gap-3 border-line border-b py-2 pr-2 pl-5">
        <h2 className="font-semibold">For You</h2>
        {hasUnread && (
          <Button variant="ghost" className="px-3 text-sm" disabled={isBusy} onClick={() => void read('all')}>
            Mark All as Read
          </Button>
        )}
      </div>
      <div className="overflow-y-auto">
        {isPending ? (
          <Loading />
        ) : notices === undefined ? (
          <ErrorState title="This could not be loaded." onRetry={() => void refetch()} />
        ) : notices.length === 0 ? (
          <p className="text-balance px-8 py-10 text-center text-ink-soft text-sm">
            Nothing yet. Projects assigned to you, client answers, enquiries and mentions show up here.
          </p>
        ) : (
          <ul>
            {notices.map((notice) => (
              <NoticeItem
                key={notice.id}
                notice={notice}
                onFollow={() => {
                  onLeave()
                  if (notice.read_at === null) void read({ id: notice.id })
                }}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function Loading() {
  return (
    <div className="grid gap-4 p-5" aria-busy>
      <span className="sr-only">Loading</span>
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  )
}
