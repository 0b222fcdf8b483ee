import type { UseQueryResult } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { timeAgo } from '../../lib/elapsed-time.ts'
import { formatMoment } from '../../lib/formats.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-and-error-states.tsx'
import type { ListPage } from '../list/fetch-page.ts'
import { RowsCard } from '../list/rows-card.tsx'
import { nameOf } from '../people/person.tsx'
import { restoreDeleted } from '../writes/restore-deleted.ts'
import { useWrite } from '../writes/use-write.ts'
import { alsoDeletedText, type Deletion, daysLeft, kindLabels } from './deletion.ts'

type DeletedTableProps = {
  deleted: UseQueryResult<ListPage<Deletion>>
  isNarrowed: boolean
  linkTo: (page: number) => string
}

export const DeletedTable = ({ deleted, isNarrowed, linkTo }: DeletedTableProps) => (
  <RowsCard
    query={deleted}
    failed="Deleted items could not be loaded."
    empty={isNarrowed ? nothingFound : nothingDeleted}
    caption="Recently deleted"
    columns={columns}
    linkTo={linkTo}
  />
)

const nothingFound = <EmptyState title="Nothing found.">Try another name or another kind.</EmptyState>

const nothingDeleted = (
  <EmptyState title="Nothing was deleted in the last 30 days.">
    Clients, projects, updates, notes and enquiries wait here before they are erased.
  </EmptyState>
)

const columns: Column<Deletion>[] = [
  {
    header: 'What',
    cell: (deletion) => <What deletion={deletion} />,
    className: 'unfolded:w-full unfolded:max-w-0 unfolded:min-w-56',
  },
  {
    header: 'Deleted',
    cell: (deletion) => <Deleted deletion={deletion} />,
    className: 'unfolded:min-w-44 unfolded:max-w-56',
    onCard: 'line',
  },
  {
    header: 'Kept for',
    cell: (deletion) => <KeptFor deletion={deletion} />,
    className: 'unfolded:whitespace-nowrap',
    onCard: 'line',
  },
  { header: 'Actions', cell: (deletion) => <BringBack deletion={deletion} /> },
]

function What({ deletion }: { deletion: Deletion }) {
  const { kind, title, belongs_to, merged_into } = deletion
  const more = alsoDeletedText(deletion)
  return (
    <>
      <CutText className="font-medium">{title}</CutText>
      <CutText className="text-ink-soft text-xs">
        {[kindLabels[kind], merged_into ? `merged with ${belongs_to}` : belongs_to, more && `with ${more}`]
          .filter(Boolean)
          .join(' · ')}
      </CutText>
    </>
  )
}

function Deleted({ deletion: { deleted_at, deleter } }: { deletion: Deletion }) {
  const now = useNow()
  return (
    <>
      <time dateTime={deleted_at} title={formatMoment(deleted_at)}>
        {timeAgo(deleted_at, now)}
      </time>
      <CutText className="text-ink-soft text-xs">{`by ${nameOf(deleter)}`}</CutText>
    </>
  )
}

function KeptFor({ deletion }: { deletion: Deletion }) {
  const days = daysLeft(deletion, useNow())
  return <span className={cn(days < 3 && 'text-danger')}>{days === 1 ? 'Less than a day' : `${days} more days`}</span>
}

function BringBack({ deletion: { subject_id, title } }: { deletion: Deletion }) {
  const [write, isBusy] = useWrite(restoreDeleted)
  return (
    <Button
      variant="outline"
      disabled={isBusy}
      className="whitespace-nowrap px-2.5 text-sm unfolded:min-h-8 unfolded:py-1"
      aria-label={`Bring Back ${title}`}
      onClick={() => void write([subject_id])}
    >
      <Undo2 aria-hidden />
      Bring Back
    </Button>
  )
}
