import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { DeleteUpdateDialog } from './delete-update-dialog.tsx'
import { MailUpdateDialog } from './mail-update-dialog.tsx'
import type { ReportedUpdate } from './update.ts'
import { UpdateItem } from './update-item.tsx'
import { updateHistoryQuery } from './update-queries.ts'

export function UpdateHistory({ client }: { client: { id: string; email: string } }) {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    updateHistoryQuery(client.id),
  )
  const [leaving, setLeaving] = useState<ReportedUpdate>()
  const [mailing, setMailing] = useState<ReportedUpdate>()

  return (
    <section aria-label="Update History" aria-busy={isFetching} className="border-line border-t">
      <header className="flex items-baseline gap-2 px-5 pt-4 pb-3">
        <h3 className="font-semibold text-[0.9375rem]">Update History</h3>
        {data && data.count > 0 && <span className="text-ink-soft text-sm tabular-nums">{data.count}</span>}
      </header>
      {data === undefined && isError && (
        <ErrorState title="The updates could not be loaded." onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <LoadingUpdates />}
      {data?.count === 0 && <p className="px-5 pb-5 text-ink-soft">No updates yet.</p>}
      {data && data.count > 0 && (
        <ul>
          {data.updates.map((update) => (
            <UpdateItem
              key={update.id}
              update={update}
              onDelete={() => setLeaving(update)}
              onMail={() => setMailing(update)}
            />
          ))}
        </ul>
      )}
      {data && hasNextPage && (
        <ShowMore
          shown={data.updates.length}
          count={data.count}
          isLoading={isFetchingNextPage}
          hasFailed={isError}
          onMore={() => void fetchNextPage({ cancelRefetch: false })}
        />
      )}
      <MailUpdateDialog update={mailing} email={client.email} onClose={() => setMailing(undefined)} />
      <DeleteUpdateDialog update={leaving} onClose={() => setLeaving(undefined)} />
    </section>
  )
}

function LoadingUpdates() {
  return (
    <div className="grid gap-2 border-line border-t px-5 py-4">
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-5 w-64" />
      <Skeleton className="h-5 w-3/4" />
    </div>
  )
}
