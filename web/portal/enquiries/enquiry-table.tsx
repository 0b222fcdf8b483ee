import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { BreakableText } from '../../ui/breakable-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-and-error-states.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { ClearFilters } from '../list/clear-filters.tsx'
import type { ListPage } from '../list/fetch-page.ts'
import { RowLink } from '../list/row-link.tsx'
import { RowsCard } from '../list/rows-card.tsx'
import { useMe } from '../me/me.ts'
import { cameByWords, originsQuery } from './came-by.ts'
import { ChosenEnquiries } from './chosen-enquiries.tsx'
import { type Enquiry, serviceLabel, takerOf } from './enquiry.ts'
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
      tightBelow="68rem"
      Chosen={ChosenEnquiries}
      linkTo={list.linkTo}
    />
  )
}

function NoEnquiries({ list: { filters, isFiltered, clear } }: Pick<EnquiryTableProps, 'list'>) {
  if (filters.view === 'perhaps-spam' && filters.search === '')
    return <EmptyState title="No spam.">Messages that look automated wait here until someone checks them.</EmptyState>
  if (isFiltered) {
    return (
      <EmptyState title="No enquiries found." action={<ClearFilters onClear={clear} />}>
        Try adjusting your search terms.
      </EmptyState>
    )
  }
  return <EmptyState title="No enquiries yet.">Messages from the contact form appear here right away.</EmptyState>
}

const nameOf = ({ name }: Enquiry) => name

const columns: Column<Enquiry>[] = [
  { header: 'From', sortKey: 'name', cell: (enquiry) => <Sender {...enquiry} />, className: 'unfolded:max-w-56' },
  {
    header: 'Business',
    sortKey: 'business',
    onCard: 'line',
    cell: ({ business_name }) => (
      <span
        title={business_name}
        className="line-clamp-2 unfolded:leading-[1.15] folded:not-group-data-open/row:line-clamp-1"
      >
        <BreakableText>{business_name}</BreakableText>
      </span>
    ),
    className: 'unfolded:max-w-48',
  },
  { header: 'Service', sortKey: 'service', onCard: 'more', cell: serviceLabel },
  {
    header: 'Received',
    sortKey: 'received',
    onCard: 'more',
    cell: ({ created_at }) => <TimeAgo moment={created_at} />,
  },
  { header: 'Reply', onCard: 'line', cell: (enquiry) => <TimeLeft enquiry={enquiry} /> },
  {
    header: 'State',
    sortKey: 'state',
    onCard: 'line',
    cell: (enquiry) => (
      <div className="min-w-0 unfolded:flex unfolded:flex-col unfolded:items-start">
        <StateBadge enquiry={enquiry} />
        <HandledBy enquiry={enquiry} />
      </div>
    ),
    className: 'unfolded:max-w-44',
  },
]

/**
 * The name links to the enquiry, which links back to the search and the page that the person came from. How it came is said
 * where it was not by the website.
 */
function Sender({ id, name, email, phone, ...way }: Enquiry) {
  const { data: origins } = useQuery(originsQuery())
  const contact = email || phone
  const words = way.came_by === 'website' ? contact : `${contact} · ${cameByWords(way, origins)}`
  return (
    <>
      <RowLink to={`/dashboard/enquiries/${id}`} name={name} />
      <p
        className="truncate text-ink-soft text-sm unfolded:text-xs folded:not-group-data-open/row:hidden"
        title={words}
      >
        {words}
      </p>
    </>
  )
}

/** Who answered or closed the enquiry; while it is assigned, the badge says it. */
function HandledBy({ enquiry }: { enquiry: Enquiry }) {
  const taker = takerOf(enquiry, useMe().id)
  if (taker === undefined || enquiry.state === 'taken') return null
  return (
    <p
      className="max-w-full truncate text-ink-soft text-xs unfolded:leading-4 folded:not-group-data-open/row:hidden"
      title={taker}
    >
      by {taker}
    </p>
  )
}
