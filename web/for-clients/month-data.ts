import type { ClientPageData, GivenAnswer, PageHead, ShownUpdate } from './client-page-data.ts'
import type { PlanMonth } from './plan-month.ts'

/** The page of a client's month, as the database function `open_client_month` returns it. */
export type MonthPageData = PageHead & {
  /** Null where the address names no month, or one that has not begun. */
  content: MonthContent | null
}

/** What happened for a client in a month, as the database function `client_month` returns it. */
export type MonthContent = {
  /** '2026-11' */
  month: string
  is_over: boolean
  words: string | null
  what_next: string | null
  numbers: readonly MonthNumber[]
  delivered: readonly (MonthItem & Pick<ShownUpdate, 'project' | 'type'>)[]
  milestones: readonly MonthItem[]
  answers: readonly (MonthItem & Pick<GivenAnswer, 'answer' | 'name'>)[]
  /** How many more there are than the lists have. */
  more_delivered: number
  more_milestones: number
  more_answers: number
  plan: PlanMonth | null
  /** Reviews that wait for the client's answer, and projects that go on. */
  reviews: readonly { title: string; answer_by: string | null }[]
  projects: ClientPageData['projects']
  /** What was changed after the month was mailed, and when. */
  edited: readonly ('words' | 'numbers' | 'what_next')[]
  edited_at: string | null
}

/** `edited_at` is set where the update was changed after the month was mailed. */
export type MonthItem = { title: string; at: string; edited_at?: string | undefined }

/** `change` is the difference to the month before; null where that had no number of this name. */
export type MonthNumber = { name: string; value: number; change: number | null }
