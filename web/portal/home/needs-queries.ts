import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { openStatuses } from '../project-status/project-status.ts'

/** The number of lines of a kind; the list that has all of them is a click away. */
export const SHOWN = 3

const counted = { count: 'exact' } as const

/** My open projects due until that day ('2026-03-04'), the longest overdue first, and how many there are. */
export const dueQuery = (me: string, until: string) =>
  queryOptions({
    queryKey: ['projects', 'due', me, until],
    queryFn: async ({ signal }) => {
      const projects = (await supabase()).from('projects')
      const all = projects.select('id, name, target_completion_date, clients(name)', counted)
      const due = all.eq('assigned_to', me).in('status', openStatuses).lte('target_completion_date', until)
      const answer = await due.order('target_completion_date').order('id').limit(SHOWN).abortSignal(signal)
      return { rows: unwrap(answer), count: answer.count ?? 0 }
    },
  })

/** Enquiries that nobody has answered, the longest waiting first, and how many there are. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['enquiries', 'waiting'],
    queryFn: async ({ signal }) => {
      const enquiries = (await supabase()).from('contact_submissions')
      const all = enquiries.select('id, name, business_name, created_at', counted)
      const waiting = all.in('state', ['new', 'taken']).order('created_at').order('id')
      const answer = await waiting.limit(SHOWN).abortSignal(signal)
      return { rows: unwrap(answer), count: answer.count ?? 0 }
    },
  })

/** The review requests that have waited longest for their client's answer. */
export const unansweredQuery = () =>
  queryOptions({
    queryKey: ['client-updates', 'unanswered'],
    queryFn: async ({ signal }) => {
      const reach = (await supabase()).from('update_reach')
      const reviews = reach.select('update_id, title, shown_at, project_id, client_name, times_opened')
      const unanswered = reviews.eq('update_type', 'review').is('answer', null)
      return unwrap(await unanswered.order('shown_at').order('update_id').limit(SHOWN).abortSignal(signal))
    },
  })

/** What a query answers. */
type Answer<Query extends (...given: never[]) => { queryFn?: unknown }> = Awaited<
  ReturnType<Extract<ReturnType<Query>['queryFn'], (...given: never[]) => unknown>>
>

export type DueProjects = Answer<typeof dueQuery>
export type WaitingEnquiries = Answer<typeof waitingQuery>
export type Unanswered = Answer<typeof unansweredQuery>
