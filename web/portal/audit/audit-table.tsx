import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { formatMoment } from '../../lib/formats.ts'
import { BreakableText } from '../../ui/breakable-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { ListPage } from '../list/fetch-page.ts'
import { RowsCard } from '../list/rows-card.tsx'
import { type AuditLine, addressOf, changesOf, sentenceOf } from './audit-line.ts'

type AuditTableProps = {
  lines: UseQueryResult<ListPage<AuditLine>>
  isNarrowed: boolean
  /** True for a person who reads the lines of several agencies. */
  withAgency: boolean
  linkTo: (page: number) => string
}

export const AuditTable = ({ lines, isNarrowed, withAgency, linkTo }: AuditTableProps) => (
  <RowsCard
    query={lines}
    failed="The audit trail could not be loaded."
    empty={isNarrowed ? nothingFound : nothingYet}
    caption="Audit trail"
    columns={withAgency ? withAgencies : columns}
    linkTo={linkTo}
  />
)

const nothingFound = <EmptyState title="Nothing found.">Try another name or another kind.</EmptyState>

const nothingYet = (
  <EmptyState title="Nothing has been recorded yet.">Sign-ins, roles and deletions appear here.</EmptyState>
)

const columns: Column<AuditLine>[] = [
  { header: 'What happened', cell: (line) => <Happening line={line} /> },
  {
    header: 'When',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatMoment(created_at)}</time>,
    className: 'unfolded:w-48 unfolded:whitespace-nowrap',
  },
]

const withAgencies: Column<AuditLine>[] = [
  ...columns,
  {
    header: 'Agency',
    cell: ({ agency_name }) => <BreakableText>{agency_name ?? '–'}</BreakableText>,
    className: 'unfolded:w-56',
  },
]

function Happening({ line }: { line: AuditLine }) {
  const from = addressOf(line)
  return (
    <>
      <p className="font-medium">
        <BreakableText>{sentenceOf(line)}</BreakableText>
      </p>
      {changesOf(line).map(({ what, before, after }) => (
        <p key={what} className="text-ink-soft text-sm">
          {what}: <BreakableText>{before}</BreakableText> <ArrowRight aria-hidden className="inline size-3.5" />{' '}
          <span className="sr-only">became </span>
          <BreakableText>{after}</BreakableText>
        </p>
      ))}
      {from !== undefined && <p className="text-ink-soft text-sm">from {from}</p>}
    </>
  )
}
