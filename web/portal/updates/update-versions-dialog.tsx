import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../lib/formats.ts'
import { Dialog, DialogContent } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFocusAfterDialog } from '../../ui/use-focus-after-dialog.ts'
import { nameOf } from '../people/person.tsx'
import { type ReportedUpdate, updateTypeLabels, visibilityLabels } from './update.ts'
import { updateVersionsQuery } from './update-queries.ts'

type UpdateVersionsDialogProps = { update: ReportedUpdate | undefined; onClose: () => void }

/** The former versions of an update, with the person who changed it and the time. */
export function UpdateVersionsDialog({ update, onClose }: UpdateVersionsDialogProps) {
  const returnFocus = useFocusAfterDialog()
  return (
    <Dialog open={update !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {update && (
        <DialogContent
          {...returnFocus}
          title="Earlier Versions"
          description={`What “${update.title}” said before, latest first.`}
        >
          <Versions updateId={update.id} />
        </DialogContent>
      )}
    </Dialog>
  )
}

function Versions({ updateId }: { updateId: string }) {
  const { data: versions, isError, refetch } = useQuery(updateVersionsQuery(updateId))
  if (versions === undefined && isError) {
    return <ErrorState title="The earlier versions could not be loaded." onRetry={() => void refetch()} />
  }
  if (versions === undefined) return <Skeleton className="h-40" />
  return (
    <ol className="grid gap-5">
      {versions.map(({ id, title, content, update_type, visibility, is_milestone, replaced_at, author }) => (
        <li key={id} className="grid gap-1 border-line border-t pt-4">
          <p className="text-ink-soft text-sm">
            Until <time dateTime={replaced_at}>{formatMoment(replaced_at)}</time>, changed by {nameOf(author)} ·{' '}
            {updateTypeLabels[update_type]} · {visibilityLabels[visibility]}
            {is_milestone && ' · Milestone'}
          </p>
          <h3 className="wrap-anywhere font-semibold">{title}</h3>
          <p className="wrap-anywhere whitespace-pre-wrap text-[0.9375rem]">{content}</p>
        </li>
      ))}
    </ol>
  )
}
