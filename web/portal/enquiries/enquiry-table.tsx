import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { Ago } from '../../ui/ago.tsx'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type ListPage, PAGE_SIZE } from '../list/fetch-page.ts'
import { ListFrame } from '../list/list-frame.tsx'
import { useMe } from '../me/me.ts'
import { type Enquiry, serviceLabel, takerOf } from './enquiry.ts'
import { StateBadge } from './state-badge.tsx'
import { TimeLeft } from './time-left.tsx'

type EnquiryTableProps = {
  enquiries: UseQueryResult<ListPage<Enquiry>>
  search: string
  isSetAside: boolean
  linkTo: (page: number) => string
}

export function EnquiryTable({ enquiries, search, isSetAside, linkTo }: EnquiryTableProps) {
  const { id: me } = useMe()
  const columns = useMemo(() => columnsFor(me), [me])
  const { data, isError, isPlaceholderData, refetch } = enquiries

  if (isError && !data) return <ErrorState title="The enquiries could not be loaded." onRetry={() => void refetch()} />
  if (data?.count === 0) return <NoEnquiries isSearched={search !== ''} isSetAside={isSetAside} />
  return (
    <>
      <ListFrame isStale={isPlaceholderData}>
        <DataTable caption="Enquiries" columns={columns} rows={data?.rows} foldBelow="58rem" hasMany />
      </ListFrame>
      {data && <Pagination page={data.page} pageSize={PAGE_SIZE} count={data.count} linkTo={linkTo} />}
    </>
  )
}

function NoEnquiries({ isSearched, isSetAside }: { isSearched: boolean; isSetAside: boolean }) {
  if (isSearched) return <EmptyState title="No enquiries found.">Try adjusting your search terms.</EmptyState>
  if (isSetAside) return <EmptyState title="Nothing is set aside.">What looks like a robot's stands here.</EmptyState>
  return <EmptyState title="No enquiries yet.">What visitors send by the contact form appears here at once.</EmptyState>
}

const columnsFor = (me: string): Column<Enquiry>[] => [
  { header: 'From', cell: (enquiry) => <Sender {...enquiry} />, className: 'unfolded:max-w-56' },
  {
    header: 'Business',
    cell: ({ business_name }) => <BreakableText>{business_name}</BreakableText>,
    className: 'unfolded:max-w-48',
  },
  { header: 'Service', cell: serviceLabel },
  { header: 'Received', cell: ({ created_at }) => <Ago moment={created_at} /> },
  { header: 'Reply', cell: (enquiry) => <TimeLeft enquiry={enquiry} /> },
  {
    header: 'Taken by',
    cell: (enquiry) => takerOf(enquiry, me) ?? <span className="text-ink-soft">–</span>,
    className: 'unfolded:max-w-36',
  },
  { header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
]

/** The name leads to the enquiry, and that back to the search and the page one came from. */
function Sender({ id, name, email }: Pick<Enquiry, 'id' | 'name' | 'email'>) {
  const { search } = useLocation()
  return (
    <>
      <Link
        to={`/dashboard/enquiries/${id}`}
        state={{ list: search }}
        className="inline-block min-h-6 font-medium underline decoration-line-strong underline-offset-4 hover:decoration-ink"
      >
        <BreakableText>{name}</BreakableText>
      </Link>
      <p className="truncate text-ink-soft text-sm" title={email}>
        {email}
      </p>
    </>
  )
}
