import type { LucideIcon } from 'lucide-react'

/** The kinds of things that wait for a person, the most urgent first. */
export const kinds = [
  'late',
  'lateRequest',
  'overdue',
  'overdueStep',
  'overdueContact',
  'answer',
  'dueContact',
  'enquiry',
  'request',
  'myRequest',
  'review',
  'plan',
  'call',
  'news',
  'due',
  'dueStep',
] as const
export type Kind = (typeof kinds)[number]

/** Something that waits for the person: who, what, about what and since when, with the address of the thing itself. */
export type Need = {
  kind: Kind
  key: string
  Icon: LucideIcon
  who: string
  what: string
  about?: string
  /** The end of the line: words, a day, or a moment whose age is shown. */
  since?: { words: string } | { day: string; isOver: boolean; before?: 'by' } | { moment: string }
  to: string
  /** The id of the notice that is read once the person follows the line. */
  notice?: string
}

export const isLate = ({ kind, since }: Need) =>
  kind === 'late' || kind === 'lateRequest' || (since !== undefined && 'day' in since && since.isOver)
