import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Fragment } from 'react'
import { formatMoment } from '../../lib/formats.ts'
import { CutText } from '../../ui/cut-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-and-error-states.tsx'
import type { ListPage } from '../list/fetch-page.ts'
import { RowsCard } from '../list/rows-card.tsx'
import { type AuditLine, addressOf, auditSentence, changesOf } from './audit-line.ts'

type AuditTableProps = {
  lines: UseQueryResult<ListPage<AuditLine>>
  isNarrowed: boolean
  /** True for a reader of several agencies' audit lines, for whom the agency is a column. */
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
  {
    header: 'What happened',
    cell: (line) => <Happening line={line} />,
    className: 'unfolded:w-full unfolded:max-w-0',
  },
  {
    header: 'When',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatMoment(created_at)}</time>,
    className: 'unfolded:whitespace-nowrap unfolded:tabular-nums',
  },
]

const withAgencies: Column<AuditLine>[] = [
  ...columns,
  {
    header: 'Agency',
    cell: ({ agency_name }) => <CutText>{agency_name ?? '–'}</CutText>,
    className: 'unfolded:max-w-56',
  },
]

function Happening({ line }: { line: AuditLine }) {
  const from = addressOf(line)
  const sentence = auditSentence(line)
  const changes = changesOf(line)
  const whole = changes.map(({ what, before, after }) => `${what}: ${before} → ${after}`).join('; ')
  return (
    <>
      <CutText className="font-medium unfolded:leading-tight">{sentence}</CutText>
      {changes.length > 0 && (
        <CutText className={small} whole={whole}>
          {changes.map(({ what, before, after }, at) => (
            <Fragment key={what}>
              {at > 0 && '; '}
              {what}: {before} <ArrowRight aria-hidden className="inline size-3.5" />{' '}
              <span className="sr-only">became </span>
              {after}
            </Fragment>
          ))}
        </CutText>
      )}
      {from !== undefined && <p className={small}>from {from}</p>}
    </>
  )
}

const small = 'text-ink-soft text-sm unfolded:text-xs'
