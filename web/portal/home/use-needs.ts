import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { addDays, today } from '../../lib/today.ts'
import { useNow } from '../../lib/use-now.ts'
import { useEnquiriesAccess } from '../enquiries/use-enquiries-access.ts'
import { useMe } from '../me/me.ts'
import { useMyProfile } from '../me/me-queries.ts'
import { noticesQuery } from '../notices/notice-queries.ts'
import { needsOf } from './needs.ts'
import { dueQuery, unansweredQuery, waitingQuery } from './needs-queries.ts'

const DAYS_AHEAD = 7

/** What waits for a person of the staff. The rows come together, so that none moves another. */
export function useNeeds() {
  const readsEnquiries = useEnquiriesAccess()
  const { data: profile, isPending: isProfilePending } = useMyProfile()
  const now = useNow()
  const enquiries = useQuery({ ...waitingQuery(), enabled: readsEnquiries === true })
  const projects = useQuery(dueQuery(useMe().id, addDays(today(), DAYS_AHEAD)))
  const reviews = useQuery({ ...unansweredQuery(), enabled: Boolean(profile?.agency_id) })
  const notices = useQuery(noticesQuery())

  const queries: UseQueryResult[] = [enquiries, projects, reviews, notices]
  const failed = queries.filter(({ data, isError }) => isError && data === undefined)
  return {
    needs: needsOf(
      { enquiries: enquiries.data, projects: projects.data, reviews: reviews.data, notices: notices.data },
      now,
      today(),
    ),
    isLoading: readsEnquiries === undefined || isProfilePending || queries.some(({ isLoading }) => isLoading),
    isError: failed.length > 0,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}
