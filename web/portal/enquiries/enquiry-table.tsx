import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { Ago } from '../../ui/ago.tsx'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { type Chooser, type Column, DataTable } from '../../ui/data-table.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { AllRowsChooser, ChosenRowsProvider, RowChooser } from '../list/chosen-rows.tsx'
import { ClearFilters } from '../list/clear-filters.tsx'
import { type ListPage, PAGE_SIZE } from '../list/fetch-page.ts'
import { ListFrame } from '../list/list-frame.tsx'
import { RowLink } from '../list/row-link.tsx'
import { useMe } from '../me/me.ts'
import { ChosenEnquiries } from './chosen-enquiries.tsx'
import { type Enquiry, serviceLabel, takerOf } from './enquiry.ts'
import { figuresQuery } from './enquiry-queries.ts'
import { StateBadge } from './state-badge.tsx'
import { TimeLeft } from './time-left.tsx'
import type { useEnquiryFilters } from './use-enquiry-filters.ts'

type EnquiryTableProps = {
  enquiries: UseQueryResult<ListPage<Enquiry>>
  list: Pick<
    ReturnType<typeof useEnquiryFilters>,
    'filters' | 'linkTo' | 'isFiltered' | 'clear' | 'sorting' | 'sortedBy'
  >
}

export function EnquiryTable({ enquiries, list }: EnquiryTableProps) {
  const { id: me } = useMe()
  const columns = useMemo(() => columnsFor(me), [me])
  const { data, isError, isPlaceholderData, refetch } = enquiries

  if (isError && !data) return <ErrorState title="The enquiries could not be loaded." onRetry={() => void refetch()} />
  if (data?.count === 0) return <NoEnquiries list={list} />
  return (
    <ChosenRowsProvider rows={data?.rows ?? []}>
      <ListFrame isStale={isPlaceholderData}>
        <DataTable
          caption="Enquiries"
          columns={columns}
          rows={data?.rows}
          chooser={chooser}
          nameOf={nameOf}
          sorted={{ sorting: list.sorting, linkTo: list.sortedBy }}
          foldBelow="58rem"
          hasMany
        />
      </ListFrame>
      <ChosenEnquiries enquiries={data?.rows ?? []} />
      {data && <Pagination page={data.page} pageSize={PAGE_SIZE} count={data.count} linkTo={list.linkTo} />}
    </ChosenRowsProvider>
  )
}

const chooser: Chooser<Enquiry> = { of: (enquiry) => <RowChooser {...enquiry} />, ofAll: <AllRowsChooser /> }

function NoEnquiries({ list: { filters, isFiltered, clear } }: Pick<EnquiryTableProps, 'list'>) {
  if (isFiltered) {
    return (
      <EmptyState title="No enquiries found." action={<ClearFilters onClear={clear} />}>
        Try adjusting your search terms.
      </EmptyState>
    )
  }
  if (filters.isSetAside)
    return <EmptyState title="Nothing is set aside.">What looks like a robot's stands here.</EmptyState>
  return (
    <EmptyState title="No enquiries yet.">
      What visitors send by the contact form appears here at once.
      <WaitsAside />
    </EmptyState>
  )
}

/** The figures and the sidebar count what is set aside, too: without a word this list would contradict them. */
function WaitsAside() {
  const { data: { set_aside } = { set_aside: 0 } } = useQuery(figuresQuery())
  if (set_aside === 0) return null
  const waiting =
    set_aside === 1 ? "One that looks like a robot's waits" : `${formatCount(set_aside)} that look like a robot's wait`
  return ` ${waiting} under “Set aside”.`
}

const nameOf = ({ name }: Enquiry) => name

const columnsFor = (me: string): Column<Enquiry>[] => [
  { header: 'From', sortKey: 'name', cell: (enquiry) => <Sender {...enquiry} />, className: 'unfolded:max-w-56' },
  {
    header: 'Business',
    sortKey: 'business',
    onCard: 'line',
    cell: ({ business_name }) => (
      <span title={business_name} className="line-clamp-2 folded:not-group-data-open/row:line-clamp-1">
        <BreakableText>{business_name}</BreakableText>
      </span>
    ),
    className: 'unfolded:max-w-48 unfolded:leading-tight',
  },
  { header: 'Service', sortKey: 'service', onCard: 'more', cell: serviceLabel },
  { header: 'Received', sortKey: 'received', onCard: 'more', cell: ({ created_at }) => <Ago moment={created_at} /> },
  { header: 'Reply', onCard: 'line', cell: (enquiry) => <TimeLeft enquiry={enquiry} /> },
  {
    header: 'Taken by',
    onCard: 'more',
    cell: (enquiry) => takerOf(enquiry, me) ?? <span className="text-ink-soft">–</span>,
    className: 'unfolded:max-w-36',
  },
  { header: 'State', sortKey: 'state', onCard: 'line', cell: (enquiry) => <StateBadge {...enquiry} /> },
]

/** The name leads to the enquiry, and that back to the search and the page one came from. */
function Sender({ id, name, email }: Pick<Enquiry, 'id' | 'name' | 'email'>) {
  return (
    <>
      <RowLink to={`/dashboard/enquiries/${id}`} name={name} />
      <p
        className="truncate text-ink-soft text-sm unfolded:text-xs folded:not-group-data-open/row:hidden"
        title={email}
      >
        {email}
      </p>
    </>
  )
}
