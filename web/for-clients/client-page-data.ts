import type { Attachment, Project, ProjectUpdate } from '../lib/row-types.ts'

/**
 * The content of a client page, as the database function `open_client_page` returns it. The references in it are valid
 * for this page only.
 */
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
  /** The number of updates over all pages. */
  count: number
  page: number
  pages: number
  /** The updates of one page, newest first. */
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

/** A client's answer that was refused, as it was typed, with the reason. */
export type RefusedAnswer = { update: string; name: string; comment: string; problem: string }

export type PageContext = {
  /** The path of the client page without a trailing slash; its files and answers are below it. */
  address: string
  refused?: RefusedAnswer | undefined
}
