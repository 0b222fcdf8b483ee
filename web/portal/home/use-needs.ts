import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { addDays, today } from '../../lib/today.ts'
import { useNow } from '../../lib/use-now.ts'
import { useEnquiriesAccess } from '../enquiries/use-enquiries-access.ts'
import { useMe } from '../me/me.ts'
import { useMyProfile } from '../me/me-queries.ts'
import { noticesQuery } from '../notices/notice-queries.ts'
import { daysLeft, utcToday } from '../plan/month.ts'
import { needsOf } from './needs.ts'
import {
  askedQuery,
  callsToNoteQuery,
  contactsQuery,
  dueQuery,
  dueStepsQuery,
  nothingYetQuery,
  unansweredQuery,
  waitingQuery,
} from './needs-queries.ts'

const DAYS_AHEAD = 7

/** Clients without a content update are named once fewer days than these are left in the month. */
const LATE_IN_MONTH = 10

/** What waits for a person of the staff. The rows come together, so that none moves another. */
export function useNeeds() {
  const readsEnquiries = useEnquiriesAccess()
  const { data: profile, isPending: isProfilePending } = useMyProfile()
  const now = useNow()
  const enquiries = useQuery({ ...waitingQuery(), enabled: readsEnquiries === true })
  const me = useMe().id
  const due = [me, addDays(today(), DAYS_AHEAD)] as const
  const projects = useQuery(dueQuery(...due))
  const steps = useQuery(dueStepsQuery(...due))
  const contacts = useQuery(contactsQuery(me, today()))
  const reviews = useQuery({ ...unansweredQuery(), enabled: Boolean(profile?.agency_id) })
  const asked = useQuery({ ...askedQuery(me), enabled: Boolean(profile?.agency_id) })
  const calls = useQuery(callsToNoteQuery(me))
  const plans = useQuery({
    ...nothingYetQuery(utcToday()),
    enabled: Boolean(profile?.agency_id) && daysLeft(utcToday()) < LATE_IN_MONTH,
  })
  const notices = useQuery(noticesQuery())

  const queries: UseQueryResult[] = [enquiries, projects, steps, contacts, reviews, asked, calls, plans, notices]
  const failed = queries.filter(({ data, isError }) => isError && data === undefined)
  return {
    needs: needsOf(
      {
        enquiries: enquiries.data,
        projects: projects.data,
        steps: steps.data,
        contacts: contacts.data,
        reviews: reviews.data,
        asked: asked.data,
        calls: calls.data,
        plans: plans.data,
        notices: notices.data,
      },
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
