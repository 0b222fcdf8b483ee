import { CalendarClock, Clock, FolderKanban, HandHelping, Inbox, ListChecks, Phone } from 'lucide-react'
import { hasBegun } from '../calls/call.ts'
import { timeLeft } from '../enquiries/waiting-time.ts'
import type { NoticeRow } from '../notices/notice.ts'
import { sayDaysLeft, utcToday } from '../plan/month.ts'
import { kinds, type Need } from './need.ts'
import type {
  AskedFor,
  CallsToNote,
  DueContacts,
  DueProjects,
  DueSteps,
  NothingYet,
  Unanswered,
  WaitingEnquiries,
} from './needs-queries.ts'
import { noticeNeeds } from './notice-needs.ts'

type Loaded = {
  enquiries: WaitingEnquiries | undefined
  projects: DueProjects | undefined
  steps: DueSteps | undefined
  contacts: DueContacts | undefined
  reviews: Unanswered | undefined
  asked: AskedFor | undefined
  calls?: CallsToNote | undefined
  plans: NothingYet | undefined
  notices: readonly NoticeRow[] | undefined
}

/** Everything that was loaded, the most urgent first, and within a kind in the order of its query. */
export function needsOf(loaded: Loaded, now: number, today: string): Need[] {
  const { enquiries, projects, steps, contacts, reviews, asked, calls, plans, notices = [] } = loaded
  const needs = [
    ...(enquiries ? enquiryNeeds(enquiries, now) : []),
    ...(projects ? projectNeeds(projects, today) : []),
    ...(steps ? stepNeeds(steps, notices, today) : []),
    ...(contacts ? contactNeeds(contacts, today) : []),
    ...(reviews ?? []).map((review) => reviewNeed(review, notices, today)),
    ...(asked ?? []).flatMap((request) => requestNeeds(request, notices, now)),
    ...(plans ? planNeeds(plans) : []),
    ...(calls ?? []).filter((call) => hasBegun(call, now)).flatMap(callNeeds),
    ...noticeNeeds(
      notices.filter(
        ({ step, update }) =>
          !steps?.rows.some(({ id }) => id === step?.id) && !reviews?.some(({ update_id }) => update_id === update?.id),
      ),
    ),
  ]
  return needs.sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
}

function enquiryNeeds({ rows, count }: WaitingEnquiries, now: number): Need[] {
  const needs = rows.map(({ id, name, business_name, created_at }): Need => {
    const left = timeLeft(created_at, now)
    return {
      kind: left.isLate ? 'late' : 'enquiry',
      key: id,
      Icon: Inbox,
      who: name,
      what: 'is waiting',
      about: business_name,
      since: { words: left.text },
      to: `/dashboard/enquiries/${id}`,
    }
  })
  return withRest(needs, count, {
    what: { one: 'enquiry is waiting', other: 'enquiries are waiting' },
    to: '/dashboard/enquiries?view=waiting',
  })
}

function projectNeeds({ rows, count }: DueProjects, today: string): Need[] {
  const needs = rows.map(({ id, name, clients, target_completion_date }): Need => {
    const day = target_completion_date ?? today
    const isOverdue = day < today
    return {
      kind: isOverdue ? 'overdue' : 'due',
      key: id,
      Icon: FolderKanban,
      who: name,
      what: isOverdue ? 'is overdue' : 'is due',
      ...(clients && { about: clients.name }),
      since: { day, isOver: isOverdue },
      to: `/dashboard/projects/${id}`,
    }
  })
  return withRest(needs, count, {
    what: { one: 'project of yours is due', other: 'projects of yours are due' },
    to: '/dashboard/projects?view=mine',
  })
}

/** My steps. One of which the bell tells has one line, and to follow it is to have read that. */
function stepNeeds({ rows, count }: DueSteps, notices: readonly NoticeRow[], today: string): Need[] {
  const needs = rows.map(({ id, title, due_on, project }): Need => {
    const day = due_on ?? today
    const isOverdue = day < today
    const unread = notices.find(({ step, read_at }) => step?.id === id && read_at === null)
    return {
      kind: isOverdue ? 'overdueStep' : 'dueStep',
      key: id,
      Icon: ListChecks,
      who: title,
      what: isOverdue ? 'is overdue' : 'is due',
      about: project.name,
      since: { day, isOver: isOverdue },
      to: STEPS,
      ...(unread && { notice: unread.id }),
    }
  })
  return withRest(needs, count, { what: { one: 'step of yours is due', other: 'steps of yours are due' }, to: STEPS })
}

const STEPS = '/dashboard/steps'

function contactNeeds({ rows, count }: DueContacts, today: string): Need[] {
  const needs = rows.map(({ id, name, next_contact_on, next_contact_note }): Need => {
    const day = next_contact_on ?? today
    const isOverdue = day < today
    return {
      kind: isOverdue ? 'overdueContact' : 'dueContact',
      key: id,
      Icon: CalendarClock,
      who: name,
      what: 'is to be contacted',
      ...(next_contact_note && { about: next_contact_note }),
      since: isOverdue ? { day, isOver: true } : { words: 'today' },
      to: `/dashboard/clients/${id}`,
    }
  })
  return withRest(needs, count, {
    what: { one: 'client of yours is to be contacted', other: 'clients of yours are to be contacted' },
    to: '/dashboard/clients?view=mine',
  })
}

type Rest = { what: { one: string; other: string }; to: string }

/** Adds a line that leads to the things that are not shown, beside the last one that is. */
function withRest(needs: Need[], count: number, { what, to }: Rest): Need[] {
  const last = needs.at(-1)
  const others = count - needs.length
  if (last === undefined || others <= 0) return needs
  const { kind, Icon } = last
  return [...needs, { kind, Icon, key: to, who: `${others} more`, what: others === 1 ? what.one : what.other, to }]
}

/** A review that waits. One of which the bell tells has one line, as a step has. */
function reviewNeed(review: Unanswered[number], notices: readonly NoticeRow[], today: string): Need {
  const { update_id, title, shown_at, project_id, client_name, times_opened, answer_by } = review
  const unread = notices.find(({ update, read_at }) => update?.id === update_id && read_at === null)
  return {
    kind: 'review',
    key: `${update_id}`,
    Icon: Clock,
    who: client_name ?? '',
    what: times_opened === 0 ? 'has not opened' : 'has not answered',
    about: title ?? '',
    ...(answer_by !== null
      ? { since: { day: answer_by, isOver: answer_by < today, before: 'by' } }
      : shown_at !== null && { since: { moment: shown_at } }),
    to: `/dashboard/projects/${project_id}`,
    ...(unread && { notice: unread.id }),
  }
}

/** What a client asks for, under the clock of the enquiries until somebody takes it; it is one line with its notice. */
function requestNeeds(
  { id, title, status, created_at, client }: AskedFor[number],
  notices: readonly NoticeRow[],
  now: number,
): Need[] {
  if (client === null) return []
  const left = timeLeft(created_at, now)
  const isTaken = status !== 'received'
  const unread = notices.find(({ request, read_at }) => request?.id === id && read_at === null)
  return [
    {
      kind: isTaken ? 'myRequest' : left.isLate ? 'lateRequest' : 'request',
      key: id,
      Icon: HandHelping,
      who: client.name,
      what: isTaken ? 'waits for what they asked for' : 'asks for something',
      about: title,
      since: isTaken ? { moment: created_at } : { words: left.text },
      to: `/dashboard/clients/${client.id}`,
      ...(unread && { notice: unread.id }),
    },
  ]
}

/** A call whose time has come: its page asks what became of it. */
function callNeeds({ id, starts_at, client, enquiry }: CallsToNote[number]): Need[] {
  const somebody = client ?? enquiry
  if (somebody === null) return []
  return [
    {
      ...{ kind: 'call', key: id, Icon: Phone, who: somebody.name, what: 'had a call: did they come?' },
      since: { moment: starts_at },
      to: `/dashboard/${client ? 'clients' : 'enquiries'}/${somebody.id}`,
    },
  ]
}

function planNeeds({ rows, count }: NothingYet): Need[] {
  const needs = rows.map(
    ({ id, name, plan }): Need => ({
      kind: 'plan',
      key: id,
      Icon: CalendarClock,
      who: name,
      what: 'has nothing yet',
      ...(plan !== null && { about: plan }),
      since: { words: sayDaysLeft(utcToday()) },
      to: `/dashboard/clients/${id}`,
    }),
  )
  return withRest(needs, count, {
    what: { one: 'client has nothing yet', other: 'clients have nothing yet' },
    to: '/dashboard/clients?view=nothing-yet',
  })
}
