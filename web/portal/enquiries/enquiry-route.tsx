import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { websiteAgencyQuery } from '../agency-details/website-agency-query.ts'
import { BackToList } from '../list/back-to-list.tsx'
import { loadChunk } from '../offline/load-chunk.ts'
import { AccessDenied } from '../page/access-denied.tsx'
import { Page } from '../page/page.tsx'
import type { Route } from './+types/enquiry-route.ts'
import { EarlierEnquiries } from './earlier-enquiries.tsx'
import type { OpenEnquiry } from './enquiry.ts'
import { EnquiryHandling } from './enquiry-handling.tsx'
import { EnquiryMessage } from './enquiry-message.tsx'
import { enquiryQuery } from './enquiry-queries.ts'
import { SenderDetails } from './sender-details.tsx'
import { StateBadge } from './state-badge.tsx'
import { useEnquiriesAccess } from './use-enquiries-access.ts'

const CallsCard = lazy(() => loadChunk(() => import('../calls/calls-card.tsx')))

export default function EnquiryRoute({ params }: Route.ComponentProps) {
  const hasAccess = useEnquiriesAccess()
  if (hasAccess === undefined) return <LoadingEnquiry />
  if (!hasAccess) return <AccessDenied title="Enquiries" to="view enquiries" />
  return <EnquiryScreen key={params.enquiryId} enquiryId={params.enquiryId} />
}

const Back = () => <BackToList to="/dashboard/enquiries">Back to Enquiries</BackToList>

function EnquiryScreen({ enquiryId }: { enquiryId: string }) {
  const { data: enquiry, isError, refetch } = useQuery(enquiryQuery(enquiryId))
  if (isError && !enquiry) {
    return (
      <>
        <title>Enquiry | Dashboard</title>
        <Back />
        <ErrorState title="The enquiry could not be loaded." onRetry={() => void refetch()} />
      </>
    )
  }
  if (enquiry === undefined) return <LoadingEnquiry />
  if (enquiry === null) return <EnquiryNotFound />

  return (
    <div className="@container grid grid-cols-1 gap-4">
      <Back />
      <Page
        title={enquiry.name}
        description={enquiry.business_name || undefined}
        badge={<StateBadge enquiry={enquiry} />}
      >
        <div className="grid grid-cols-1 items-start gap-6 @min-[54rem]:grid-rows-[auto_1fr] @min-[54rem]:grid-cols-[minmax(0,1fr)_21rem]">
          <EnquiryMessage enquiry={enquiry} />
          <div className="grid min-w-0 grid-cols-1 gap-6 @min-[54rem]:row-span-2">
            <EnquiryHandling enquiry={enquiry} />
            <SenderDetails enquiry={enquiry} />
            <Suspense fallback={<Skeleton className="h-20" />}>
              <EnquiryCalls enquiry={enquiry} />
            </Suspense>
          </div>
          <EarlierEnquiries enquiry={enquiry} />
        </div>
      </Page>
    </div>
  )
}

/** The calls about an enquiry, which staff of the agency that answers the website make. */
function EnquiryCalls({ enquiry: { id, name, email } }: { enquiry: OpenEnquiry }) {
  const { data: agency } = useQuery(websiteAgencyQuery())
  return <CallsCard partner={{ column: 'enquiry_id', id, name, email, agencyId: agency?.id }} />
}

function EnquiryNotFound() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Back />
      <Page title="Enquiry not found" documentTitle="Enquiry not found">
        <Card className="[&>*]:border-t-0">
          <EmptyState title="This enquiry doesn’t exist.">It may have been deleted.</EmptyState>
        </Card>
      </Page>
    </div>
  )
}

function LoadingEnquiry() {
  return (
    <div className="grid gap-4" aria-busy>
      <title>Enquiry | Dashboard</title>
      <Back />
      <Skeleton className="h-8 w-64" />
      <Skeleton className="mt-2 h-72" />
    </div>
  )
}
