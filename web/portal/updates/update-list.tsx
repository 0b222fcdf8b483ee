import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { DeleteUpdateDialog } from './delete-update-dialog.tsx'
import { MailUpdateDialog } from './mail-update-dialog.tsx'
import type { ReportedUpdate } from './update.ts'
import { UpdateItem } from './update-item.tsx'
import type { UpdatesQuery } from './update-queries.ts'

type UpdateListProps = {
  query: UpdatesQuery
  /** Where the client gets its mails. */
  email: string
  /** On the page of the project that they are all about. */
  isOnProject?: boolean
}

/** Updates as far back as somebody wants to see them, and what can be done with each. */
export function UpdateList({ query, email, isOnProject = false }: UpdateListProps) {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query)
  const [leaving, setLeaving] = useState<ReportedUpdate>()
  const [mailing, setMailing] = useState<ReportedUpdate>()

  return (
    <>
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
              isOnProject={isOnProject}
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
      <MailUpdateDialog update={mailing} email={email} onClose={() => setMailing(undefined)} />
      <DeleteUpdateDialog update={leaving} onClose={() => setLeaving(undefined)} />
    </>
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
