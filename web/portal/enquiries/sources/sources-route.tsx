import { useQuery } from '@tanstack/react-query'
import { lazy, useRef, useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '../../../ui/empty-and-error-states.tsx'
import { LazyButton } from '../../../ui/lazy-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BackToList } from '../../list/back-to-list.tsx'
import { loadChunk } from '../../offline/load-chunk.ts'
import { AccessDenied } from '../../page/access-denied.tsx'
import { LoadingPage } from '../../page/loading-page.tsx'
import { Page } from '../../page/page.tsx'
import { useWrite } from '../../writes/use-write.ts'
import { originsQuery } from '../came-by.ts'
import { useSourcesAccess } from '../use-enquiries-access.ts'
import { type EnquirySource, revokeSource, sourcesQuery } from './source.ts'
import { SourceItem } from './source-item.tsx'

const AddSourceDialog = lazy(() => loadChunk(() => import('./add-source-dialog.tsx')))

const TITLE = 'Sources'

export default function SourcesRoute() {
  const hasAccess = useSourcesAccess()
  if (hasAccess === undefined) return <LoadingPage title={TITLE} />
  return hasAccess ? <Sources /> : <AccessDenied title={TITLE} to="manage sources" />
}

function Sources() {
  const { data: sources, isPending, isFetching, isError, refetch } = useQuery(sourcesQuery())
  const { data: origins = [] } = useQuery(originsQuery())
  const [leaving, setLeaving] = useState<EnquirySource>()
  const countOf = (id: string) => origins.find(({ source }) => source === id)?.enquiries ?? 0
  return (
    <div className="grid grid-cols-1 gap-4">
      <BackToList to="/dashboard/enquiries">Back to Enquiries</BackToList>
      <Page
        title={TITLE}
        description="Each has an address of its own that takes enquiries."
        action={
          <LazyButton label="Add Source" isTime={!isPending}>
            <AddSourceDialog />
          </LazyButton>
        }
      >
        <Card aria-label={TITLE} aria-busy={isFetching}>
          {sources && sources.length > 0 && (
            <ul>
              {sources.map((source) => (
                <SourceItem
                  key={source.id}
                  source={source}
                  enquiries={countOf(source.id)}
                  onRevoke={() => setLeaving(source)}
                />
              ))}
            </ul>
          )}
          {sources?.length === 0 && (
            <EmptyState title="No sources yet.">
              Add one for a landing page, a lead form of Google, or a program like Zapier.
            </EmptyState>
          )}
          {!sources && isError && (
            <ErrorState title="The sources could not be loaded." onRetry={() => void refetch()} />
          )}
          {isPending && <Skeleton className="m-5 h-24" />}
        </Card>
      </Page>
      <RevokeSourceDialog source={leaving} onClose={() => setLeaving(undefined)} />
    </div>
  )
}

function RevokeSourceDialog({ source, onClose }: { source: EnquirySource | undefined; onClose: () => void }) {
  const [revoke, isBusy] = useWrite(revokeSource, { onSettled: onClose })
  // The last one is kept so that its text stays while the dialog fades out.
  const shown = useRef(source)
  shown.current = source ?? shown.current
  return (
    <ConfirmDialog
      isOpen={source !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title="Revoke source?"
      description={`The address of “${shown.current?.name}” stops working right away. This cannot be undone.`}
      action="Revoke"
      busyAction="Revoking..."
      isBusy={isBusy}
      onConfirm={() => source && void revoke(source.id)}
    />
  )
}
