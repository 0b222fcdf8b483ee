import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { formatMoment } from '../../lib/formats.ts'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type ListPage, PAGE_SIZE } from '../list/fetch-page.ts'
import { ListFrame } from '../list/list-frame.tsx'
import { type AuditLine, addressOf, changesOf, sentenceOf } from './audit-line.ts'

type AuditTableProps = {
  lines: UseQueryResult<ListPage<AuditLine>>
  isNarrowed: boolean
  /** For whoever reads of more agencies than one. */
  withAgency: boolean
  linkTo: (page: number) => string
}

export function AuditTable({ lines, isNarrowed, withAgency, linkTo }: AuditTableProps) {
  const { data, isError, isPlaceholderData, refetch } = lines
  if (isError && !data)
    return <ErrorState title="The audit trail could not be loaded." onRetry={() => void refetch()} />
  if (data?.count === 0) {
    return isNarrowed ? (
      <EmptyState title="Nothing found.">Try another name or another kind.</EmptyState>
    ) : (
      <EmptyState title="Nothing has been written down yet.">Sign-ins, roles and deletions appear here.</EmptyState>
    )
  }
  return (
    <>
      <ListFrame isStale={isPlaceholderData}>
        <DataTable caption="Audit trail" columns={withAgency ? withAgencies : columns} rows={data?.rows} />
      </ListFrame>
      {data && <Pagination page={data.page} pageSize={PAGE_SIZE} count={data.count} linkTo={linkTo} />}
    </>
  )
}

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
