import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMe } from '../me/me.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { DeleteUpdateDialog } from './delete-update-dialog.tsx'
import { EditUpdateDialog } from './edit-update-dialog.tsx'
import { MailUpdateDialog } from './mail-update-dialog.tsx'
import { mayEdit, type UpdatedClient } from './update.ts'
import { UpdateItem } from './update-item.tsx'
import type { UpdatesQuery } from './update-queries.ts'
import { UpdateVersionsDialog } from './update-versions-dialog.tsx'

type Dialog = 'mail' | 'edit' | 'versions' | 'delete'

type UpdateListProps = {
  query: UpdatesQuery
  client: UpdatedClient
  /** True on the page of the project. */
  isOnProject?: boolean
}

/** Updates, page by page, with the actions on each. */
export function UpdateList({ query, client, isOnProject = false }: UpdateListProps) {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query)
  const [open, setOpen] = useState<{ dialog: Dialog; id: string }>()
  const me = useMe()
  const roles = useMyRoles() ?? []
  // The row is looked up anew, so that the dialog shows its current version.
  const openIn = (dialog: Dialog) => data?.updates.find(({ id }) => open?.dialog === dialog && id === open.id)
  const close = () => setOpen(undefined)

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
              onDelete={() => setOpen({ dialog: 'delete', id: update.id })}
              onMail={() => setOpen({ dialog: 'mail', id: update.id })}
              onEdit={mayEdit(update, me, roles) ? () => setOpen({ dialog: 'edit', id: update.id }) : undefined}
              onVersions={() => setOpen({ dialog: 'versions', id: update.id })}
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
      <MailUpdateDialog update={openIn('mail')} client={client} onClose={close} />
      <EditUpdateDialog update={openIn('edit')} client={client} onClose={close} />
      <UpdateVersionsDialog update={openIn('versions')} onClose={close} />
      <DeleteUpdateDialog update={openIn('delete')} onClose={close} />
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
