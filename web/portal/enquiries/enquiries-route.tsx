import { useQuery } from '@tanstack/react-query'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { useListParams } from '../list/use-list-params.ts'
import { AccessDenied } from '../shell/access-denied.tsx'
import { LoadingPage } from '../shell/loading-page.tsx'
import { Page } from '../shell/page.tsx'
import { EnquiryFigures } from './enquiry-figures.tsx'
import { enquiriesQuery } from './enquiry-queries.ts'
import { EnquiryTable } from './enquiry-table.tsx'
import { exportEnquiries } from './export-enquiries.ts'
import { useEnquiriesAccess } from './use-enquiries-access.ts'
import { useSetAside } from './use-set-aside.ts'
import { VisitFigures } from './visit-figures.tsx'
import { WhichEnquiries } from './which-enquiries.tsx'

const TITLE = 'Enquiries'
const DESCRIPTION = 'What visitors ask by the contact form of the website.'

export default function EnquiriesRoute() {
  const hasAccess = useEnquiriesAccess()
  if (hasAccess === undefined) return <LoadingPage title={TITLE} description={DESCRIPTION} />
  if (!hasAccess) return <AccessDenied title={TITLE} to="view enquiries" />
  return <Enquiries />
}

function Enquiries() {
  const { search, page, searchFor, linkTo } = useListParams()
  const { isSetAside } = useSetAside()
  const enquiries = useQuery(enquiriesQuery({ search, page, isSetAside }))
  const count = enquiries.data?.count
  const title = isSetAside ? 'Set Aside' : 'All Enquiries'

  return (
    <Page isWide title={TITLE} description={DESCRIPTION}>
      <EnquiryFigures />
      <VisitFigures />
      <Card aria-busy={enquiries.isFetching}>
        <CardHeader>
          <CardTitle>{count === undefined ? title : `${title} (${count})`}</CardTitle>
          <div className="flex w-full flex-wrap items-center gap-3 sm:flex-nowrap lg:w-auto lg:grow lg:justify-end">
            <WhichEnquiries />
            <SearchBox
              label="Search enquiries"
              placeholder="Search by name, business or email"
              value={search}
              onSearch={searchFor}
            />
            <ExportButton write={exportEnquiries} shown={{ search, isSetAside }} count={count} />
          </div>
        </CardHeader>
        {isSetAside && (
          <p className="px-5 pb-3 text-ink-soft text-sm">
            These look like a robot's. Nothing here is deleted by itself; taking one puts it among the others.
          </p>
        )}
        <p role="status" className="sr-only">
          {search !== '' && count !== undefined && !enquiries.isPlaceholderData && `${count} found`}
        </p>
        <EnquiryTable enquiries={enquiries} search={search} isSetAside={isSetAside} linkTo={linkTo} />
      </Card>
    </Page>
  )
}
