import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../lib/formats.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { useMe } from '../me/me.ts'
import { AccessDenied } from '../page/access-denied.tsx'
import { LoadingPage } from '../page/loading-page.tsx'
import { Page } from '../page/page.tsx'
import { Views } from '../saved-views/views.tsx'
import { EnquiryFigures } from './enquiry-figures.tsx'
import { enquiriesQuery } from './enquiry-queries.ts'
import { EnquiryTable } from './enquiry-table.tsx'
import { EnquiryTabs } from './enquiry-tabs.tsx'
import { exportEnquiries } from './export-enquiries.ts'
import { useEnquiriesAccess } from './use-enquiries-access.ts'
import { readyViews, useEnquiryFilters } from './use-enquiry-filters.ts'
import { VisitFigures } from './visit-figures.tsx'

const TITLE = 'Enquiries'
const DESCRIPTION = 'What visitors ask by the contact form of the website.'

export default function EnquiriesRoute() {
  const hasAccess = useEnquiriesAccess()
  if (hasAccess === undefined) return <LoadingPage title={TITLE} description={DESCRIPTION} />
  if (!hasAccess) return <AccessDenied title={TITLE} to="view enquiries" />
  return <Enquiries />
}

function Enquiries() {
  const list = useEnquiryFilters()
  const { filters, sorting, isFiltered, searchFor } = list
  const { page, isSetAside } = filters
  const { id: me } = useMe()
  const shown = { ...filters, sorting, me }
  const enquiries = useQuery(enquiriesQuery({ ...shown, page }))
  const count = enquiries.data?.count
  const title = isSetAside ? 'Set Aside' : 'All Enquiries'

  return (
    <Page isWide title={TITLE} description={DESCRIPTION}>
      <EnquiryFigures />
      <VisitFigures />
      <Card aria-busy={enquiries.isFetching}>
        <CardHeader>
          <div className="flex w-full flex-wrap items-center gap-x-6 gap-y-2">
            <CardTitle>{count === undefined ? title : `${title} (${formatCount(count)})`}</CardTitle>
            <Views list="enquiries" ready={readyViews} chosen={filters.view} />
            <div className="ml-auto flex items-center">
              <ExportButton write={exportEnquiries} shown={shown} count={count} />
            </div>
          </div>
          <div className="flex w-full flex-wrap items-center gap-2 sm:flex-nowrap">
            <EnquiryTabs />
            <SearchBox
              label="Search enquiries"
              placeholder="Search by name, business or email"
              value={filters.search}
              onSearch={searchFor}
            />
          </div>
        </CardHeader>
        {isSetAside && (
          <p className="px-5 pb-3 text-ink-soft text-sm">
            These look like a robot's, and wait like the others until somebody looks: taking one puts it among them.
          </p>
        )}
        <p role="status" className="sr-only">
          {isFiltered && count !== undefined && !enquiries.isPlaceholderData && `${formatCount(count)} found`}
        </p>
        <EnquiryTable enquiries={enquiries} list={list} />
      </Card>
      <ListFoot to="/dashboard/deleted?kind=enquiry">Recently Deleted</ListFoot>
    </Page>
  )
}
