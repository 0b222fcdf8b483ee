import { AtSign, Clock, FolderKanban, ListChecks, type LucideIcon, MessageSquareReply } from 'lucide-react'
import { type NoticeRow, noticeText } from '../notices/notice.ts'
import type { Kind, Need } from './need.ts'
import { SHOWN } from './needs-queries.ts'

/** What clients answered, and what else concerns the person. Enquiries and requests have lines of their own. */
export function noticeNeeds(notices: readonly NoticeRow[]): Need[] {
  const needs = notices.flatMap((notice): Need[] => {
    const text = noticeText(notice)
    if (notice.read_at !== null || text === undefined || text.kind === 'enquiry' || text.kind === 'request') return []
    const { who, what, about, to } = text
    const isAnswer = text.kind === 'client'
    return [
      {
        kind: isAnswer ? 'answer' : 'news',
        key: notice.id,
        Icon: isAnswer ? MessageSquareReply : iconOf(notice),
        ...{ who, what, about, to },
        since: { moment: notice.created_at },
        notice: notice.id,
      },
    ]
  })
  const few = (kind: Kind) => needs.filter((need) => need.kind === kind).slice(0, SHOWN)
  return [...few('answer'), ...few('news')]
}

function iconOf({ project, step, update }: NoticeRow): LucideIcon {
  if (project) return FolderKanban
  if (step) return ListChecks
  return update ? Clock : AtSign
}
