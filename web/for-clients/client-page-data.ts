import type { Attachment, Project, ProjectUpdate } from '../lib/rows.ts'

/** What a client sees by a link, as the database gives it (`open_client_page`). Names within it are worth nothing elsewhere. */
export type ClientPageData = {
  client: string
  agency: {
    name: string
    logo_url: string | null
    email: string | null
    phone: string | null
    website_url: string | null
  }
  expires_at: string
  projects: readonly { name: string; status: Project['status'] }[]
  milestones: readonly { title: string; at: string }[]
  /** Of all pages. */
  count: number
  page: number
  pages: number
  /** Newest first. */
  updates: readonly ShownUpdate[]
}

export type ShownUpdate = {
  ref: string
  project: string
  title: string
  content: string
  type: ProjectUpdate['update_type']
  is_milestone: boolean
  at: string
  edited_at: string | null
  files: readonly ShownFile[]
  answer: GivenAnswer | null
}

export type ShownFile = { ref: string; name: string; type: Attachment['file_type']; size: number }

export type GivenAnswer = { answer: 'approved' | 'changes'; comment: string | null; name: string; at: string }

/** An answer that was not taken, as it was typed, with why. */
export type RefusedAnswer = { update: string; name: string; comment: string; problem: string }

export type Around = {
  /** Where the page is, without a slash at its end: its files and answers lie below it. */
  address: string
  refused?: RefusedAnswer | undefined
}
