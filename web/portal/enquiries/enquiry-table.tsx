import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { Ago } from '../../ui/ago.tsx'
import { BreakableText } from '../../ui/breakable-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ClearFilters } from '../list/clear-filters.tsx'
import type { ListPage } from '../list/fetch-page.ts'
import { RowLink } from '../list/row-link.tsx'
import { RowsCard } from '../list/rows-card.tsx'
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
  return (
    <RowsCard
      query={enquiries}
      failed="The enquiries could not be loaded."
      empty={<NoEnquiries list={list} />}
      caption="Enquiries"
      columns={columns}
      nameOf={nameOf}
      sorted={{ sorting: list.sorting, linkTo: list.sortedBy }}
      foldBelow="58rem"
      hasMany
      Chosen={ChosenEnquiries}
      linkTo={list.linkTo}
    />
  )
}

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

/**
 * Says that more enquiries wait among those set aside: the figures and the sidebar count them, and would contradict this
 * list otherwise.
 */
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

/** The name links to the enquiry, which links back to the search and the page that the person came from. */
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
