import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { ofAgency, ownAgency } from '../me/own-agency.ts'
import { withNothingYet } from '../plan/month.ts'
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

/** My open steps of open projects due until that day, the longest overdue first, and how many there are. */
export const dueStepsQuery = (me: string, until: string) =>
  queryOptions({
    queryKey: ['steps', 'due', me, until],
    queryFn: async ({ signal }) => {
      const steps = (await supabase()).from('project_steps')
      const all = steps.select('id, title, due_on, project:projects!inner(name, status)', counted)
      const mine = all.eq('assigned_to', me).eq('is_done', false).in('project.status', openStatuses)
      const answer = await mine.lte('due_on', until).order('due_on').order('id').limit(SHOWN).abortSignal(signal)
      return { rows: unwrap(answer), count: answer.count ?? 0 }
    },
  })

/** The clients that I look after and should have contacted by that day, the longest overdue first, and how many there are. */
export const contactsQuery = (me: string, until: string) =>
  queryOptions({
    queryKey: ['clients', 'due', me, until],
    queryFn: async ({ signal }) => {
      const clients = (await supabase()).from('clients')
      const all = clients.select('id, name, next_contact_on, next_contact_note', counted)
      const due = all.eq('looked_after_by', me).lte('next_contact_on', until)
      const answer = await due.order('next_contact_on').order('id').limit(SHOWN).abortSignal(signal)
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

/** The number of lines about what clients ask for, which has no list of its own. */
const MOST_REQUESTS = 10

/** What clients ask for and nobody has taken, and what I have taken and not finished; the longest waiting first. */
export const askedQuery = (me: string) =>
  queryOptions({
    queryKey: ['client-requests', 'open', me],
    queryFn: async ({ signal }) => {
      const requests = (await supabase()).from('client_requests')
      const all = requests.select('id, title, status, created_at, client:clients(id, name)').is('closed_at', null)
      const waiting = ofAgency(all, await ownAgency())
        .or(`status.eq.received,assigned_to.eq.${me}`)
        .order('created_at')
        .order('id')
      return unwrap(await waiting.limit(MOST_REQUESTS).abortSignal(signal))
    },
  })

/** My planned calls, the earliest first. Those whose time has come wait for a word about what became of them. */
export const callsToNoteQuery = (me: string) =>
  queryOptions({
    queryKey: ['enquiries', 'calls-to-note', me],
    queryFn: async ({ signal }) => {
      const calls = (await supabase()).from('calls')
      const all = calls.select('id, starts_at, client:clients(id, name), enquiry:contact_submissions(id, name)')
      const mine = all.eq('staff_id', me).eq('state', 'planned').order('starts_at').order('id')
      return unwrap(await mine.limit(SHOWN).abortSignal(signal))
    },
  })

/** The review requests that wait for their client's answer: by the day asked for, then those that wait longest. */
export const unansweredQuery = () =>
  queryOptions({
    queryKey: ['client-updates', 'unanswered'],
    queryFn: async ({ signal }) => {
      const reach = (await supabase()).from('update_reach')
      const reviews = reach.select('update_id, title, shown_at, project_id, client_name, times_opened, answer_by')
      const unanswered = ofAgency(reviews, await ownAgency())
        .eq('update_type', 'review')
        .eq('is_answered', false)
      const byDay = unanswered.order('answer_by').order('shown_at').order('update_id')
      return unwrap(await byDay.limit(SHOWN).abortSignal(signal))
    },
  })

/** Clients with a plan who have had no content update this month, the longest without one first, and how many there are. */
export const nothingYetQuery = (today: string) =>
  queryOptions({
    queryKey: ['clients', 'nothing-yet', today],
    queryFn: async ({ signal }) => {
      const all = (await supabase()).from('clients').select('id, name, plan', counted)
      const oldest = withNothingYet(ofAgency(all, await ownAgency()), today)
        .order('last_content_update_at', { nullsFirst: true })
        .order('id')
      const answer = await oldest.limit(SHOWN).abortSignal(signal)
      return { rows: unwrap(answer), count: answer.count ?? 0 }
    },
  })

/** What a query answers. */
type Answer<Query extends (...given: never[]) => { queryFn?: unknown }> = Awaited<
  ReturnType<Extract<ReturnType<Query>['queryFn'], (...given: never[]) => unknown>>
>

export type DueProjects = Answer<typeof dueQuery>
export type DueSteps = Answer<typeof dueStepsQuery>
export type DueContacts = Answer<typeof contactsQuery>
export type WaitingEnquiries = Answer<typeof waitingQuery>
export type CallsToNote = Answer<typeof callsToNoteQuery>
export type AskedFor = Answer<typeof askedQuery>
export type Unanswered = Answer<typeof unansweredQuery>
export type NothingYet = Answer<typeof nothingYetQuery>
