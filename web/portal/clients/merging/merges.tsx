import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { loadChunk } from '../../offline/load-chunk.ts'
import { useWrite } from '../../writes/use-write.ts'
import type { ListedClient } from '../client.ts'
import { undoMerge } from './merge-mutations.ts'
import { mergedClientsQuery, mergedIntoQuery } from './merge-queries.ts'

const MergeDialog = lazy(() => loadChunk(() => import('./merge-dialog.tsx')))

/** The way to merge another client with this one, and the merges that can still be undone. */
export function Merges({ client }: { client: ListedClient }) {
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const { data: merged = [] } = useQuery(mergedClientsQuery(client.id))
  const [undo, isBusy] = useWrite(undoMerge)
  return (
    <div className="mt-4 grid gap-2 border-line border-t pt-3 text-sm">
      {merged.map(({ subject_id, title, deleted_at }) => (
        <p key={subject_id} className="wrap-anywhere text-ink-soft">
          {title} was merged with this client <TimeAgo moment={deleted_at} />.{' '}
          <Button
            variant="link"
            size="inline"
            disabled={isBusy}
            aria-label={`Undo the merge of ${title}`}
            onClick={() => void undo(subject_id)}
          >
            Undo
          </Button>
        </p>
      ))}
      <Button
        variant="link"
        size="inline"
        className="justify-self-start text-ink-soft"
        onClick={() => {
          setLoaded(true)
          setOpen(true)
        }}
      >
        Merge with another client
      </Button>
      {isLoaded && (
        <Suspense>
          <MergeDialog client={client} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  )
}

/** Leads from a client that was merged to the one that has everything of it. */
export function MergedInto({ clientId }: { clientId: string }) {
  const { data: merge } = useQuery(mergedIntoQuery(clientId))
  if (!merge?.merged_into) return null
  return (
    <p className="wrap-anywhere">
      {merge.title} was merged with{' '}
      <Link to={`/dashboard/clients/${merge.merged_into}`} className="underline underline-offset-4">
        {merge.belongs_to}
      </Link>
      .
    </p>
  )
}
