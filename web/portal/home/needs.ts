import { AtSign, Clock, FolderKanban, Inbox, type LucideIcon, MessageSquareReply } from 'lucide-react'
import { timeLeft } from '../enquiries/waiting-time.ts'
import { type NoticeRow, noticeText } from '../notices/notice.ts'
import { type DueProjects, SHOWN, type Unanswered, type WaitingEnquiries } from './needs-queries.ts'

/** The kinds of things that wait for a person, the most urgent first. */
const kinds = ['late', 'overdue', 'answer', 'enquiry', 'review', 'news', 'due'] as const
type Kind = (typeof kinds)[number]

/** Something that waits for the person: who, what, about what and since when, with the address of the thing itself. */
export type Need = {
  kind: Kind
  key: string
  Icon: LucideIcon
  who: string
  what: string
  about?: string
  /** The end of the line: words, a day, or a moment whose age is shown. */
  since?: { words: string } | { day: string; isOver: boolean } | { moment: string }
  to: string
  /** The id of the notice that is read once the person follows the line. */
  notice?: string
}

export const isLate = ({ kind }: Need) => kind === 'late' || kind === 'overdue'

type Loaded = {
  enquiries: WaitingEnquiries | undefined
  projects: DueProjects | undefined
  reviews: Unanswered | undefined
  notices: readonly NoticeRow[] | undefined
}

/** Everything that was loaded, the most urgent first, and within a kind in the order of its query. */
export function needsOf({ enquiries, projects, reviews, notices }: Loaded, now: number, today: string): Need[] {
  const needs = [
    ...(enquiries ? enquiryNeeds(enquiries, now) : []),
    ...(projects ? projectNeeds(projects, today) : []),
    ...(reviews ?? []).map(reviewNeed),
    ...noticeNeeds(notices ?? []),
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

type Rest = { what: { one: string; other: string }; to: string }

/** Adds a line that leads to the things that are not shown, beside the last one that is. */
function withRest(needs: Need[], count: number, { what, to }: Rest): Need[] {
  const last = needs.at(-1)
  const others = count - needs.length
  if (last === undefined || others <= 0) return needs
  const { kind, Icon } = last
  return [...needs, { kind, Icon, key: to, who: `${others} more`, what: others === 1 ? what.one : what.other, to }]
}

const reviewNeed = ({
  update_id,
  title,
  shown_at,
  project_id,
  client_name,
  times_opened,
}: Unanswered[number]): Need => ({
  kind: 'review',
  key: `${update_id}`,
  Icon: Clock,
  who: client_name ?? '',
  what: times_opened === 0 ? 'has not opened' : 'has not answered',
  about: title ?? '',
  ...(shown_at !== null && { since: { moment: shown_at } }),
  to: `/dashboard/projects/${project_id}`,
})

/** What clients answered, and what else concerns the person. Enquiries have lines of their own. */
function noticeNeeds(notices: readonly NoticeRow[]): Need[] {
  const needs = notices.flatMap((notice): Need[] => {
    const text = noticeText(notice)
    if (notice.read_at !== null || text === undefined || text.kind === 'enquiry') return []
    const { who, what, about, to } = text
    const isAnswer = text.kind === 'client'
    return [
      {
        kind: isAnswer ? 'answer' : 'news',
        key: notice.id,
        Icon: isAnswer ? MessageSquareReply : notice.project ? FolderKanban : AtSign,
        ...{ who, what, about, to },
        since: { moment: notice.created_at },
        notice: notice.id,
      },
    ]
  })
  const few = (kind: Kind) => needs.filter((need) => need.kind === kind).slice(0, SHOWN)
  return [...few('answer'), ...few('news')]
}
