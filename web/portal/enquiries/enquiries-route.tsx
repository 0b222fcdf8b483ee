import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { formatCount } from '../../lib/formats.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { LazyButton } from '../../ui/lazy-button.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { useMe } from '../me/me.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import { AccessDenied } from '../page/access-denied.tsx'
import { LoadingPage } from '../page/loading-page.tsx'
import { Page } from '../page/page.tsx'
import { type BuiltInViews, Views } from '../saved-views/views.tsx'
import { CameByFilter } from './came-by-filter.tsx'
import { EnquiryNumbers } from './enquiry-numbers.tsx'
import { enquiriesQuery } from './enquiry-queries.ts'
import { EnquiryTable } from './enquiry-table.tsx'
import { exportEnquiries } from './export-enquiries.ts'
import { figuresQuery } from './figures-query.ts'
import { useEnquiriesAccess, useSourcesAccess } from './use-enquiries-access.ts'
import { useEnquiryFilters } from './use-enquiry-filters.ts'

// Rows are shown before the code of the form has loaded.
const AddEnquiryDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./add-enquiry-dialog.tsx')).AddEnquiryDialog })),
)

const TITLE = 'Enquiries'

export default function EnquiriesRoute() {
  const [address] = useSearchParams()
  const hasAccess = useEnquiriesAccess()
  if (hasAccess === undefined) return <LoadingPage title={TITLE} />
  if (!hasAccess) return <AccessDenied title={TITLE} to="view enquiries" />
  // Earlier mails and saved views name the suspicious messages so.
  if (address.get('show') === 'set-aside') return <Navigate to="?view=perhaps-spam" replace />
  return <Enquiries />
}

function Enquiries() {
  const list = useEnquiryFilters()
  const { filters, sorting, isFiltered, searchFor } = list
  const { page, view, search } = filters
  const { id: me } = useMe()
  const mayManageSources = useSourcesAccess()
  const shown = { ...filters, sorting, me }
  const enquiries = useQuery(enquiriesQuery({ ...shown, page }))
  const count = enquiries.data?.count

  return (
    <Page
      isWide
      title={TITLE}
      action={
        <LazyButton label="Add Enquiry" isTime={!enquiries.isPending}>
          <AddEnquiryDialog />
        </LazyButton>
      }
    >
      <EnquiryNumbers />
      <Card aria-busy={enquiries.isFetching}>
        <CardHeader className="justify-start">
          <CardTitle>{count === undefined ? TITLE : `${TITLE} (${formatCount(count)})`}</CardTitle>
          <Views list="enquiries" ready={useReadyViews()} chosen={view} />
          <SearchBox
            label="Search enquiries"
            placeholder="Search by name, business or email"
            value={search}
            onSearch={searchFor}
            className="max-sm:order-1"
          />
          <CameByFilter value={filters.cameBy} onChange={list.filterByWay} />
          <div className="ml-auto">
            <ExportButton write={exportEnquiries} shown={shown} count={count} />
          </div>
        </CardHeader>
        <p role="status" className="sr-only">
          {isFiltered && count !== undefined && !enquiries.isPlaceholderData && `${formatCount(count)} found`}
        </p>
        <EnquiryTable enquiries={enquiries} list={list} />
      </Card>
      {mayManageSources && <ListFoot to="/dashboard/enquiries/sources">Sources</ListFoot>}
      <ListFoot to="/dashboard/deleted?kind=enquiry">Recently Deleted</ListFoot>
    </Page>
  )
}

/** Suspected spam is counted on its tab, so that it is not forgotten. */
function useReadyViews(): BuiltInViews {
  const { data } = useQuery(figuresQuery())
  return {
    filter: 'view',
    choices: [
      { value: '', label: 'All' },
      { value: 'waiting', label: 'Waiting' },
      { value: 'mine', label: 'Mine' },
      {
        value: 'perhaps-spam',
        label: data?.set_aside ? `Perhaps spam (${formatCount(data.set_aside)})` : 'Perhaps spam',
      },
    ],
  }
}
