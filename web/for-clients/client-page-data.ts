import type { Attachment, Project, ProjectUpdate } from '../lib/row-types.ts'
import type { AskedRequest } from './asked-request.ts'
import type { PlanMonth } from './plan-month.ts'
import type { RefusedRequest } from './refused-request.ts'
import type { RefusedSecret, WantedSecret } from './wanted-secret.ts'

/** What every page for a client begins and ends with. */
export type PageHead = {
  client: string
  agency: {
    name: string
    logo_url: string | null
    email: string | null
    phone: string | null
    website_url: string | null
  }
  expires_at: string
  /** The months that were mailed, the newest first: '2026-11'. */
  months: readonly string[]
}

/**
 * The content of a client page, as the database function `open_client_page` returns it. The references in it are valid
 * for this page only.
 */
export type ClientPageData = PageHead & {
  /** The person whose link it is; null where it is nobody's in particular. */
  person: string | null
  /** Whether the client may ask for something by this link. */
  may_ask: boolean
  /** What is open first, then the latest of what is closed. */
  asked: readonly AskedRequest[]
  /** What the agency asks the client to hand over, the oldest first. */
  wanted: readonly WantedSecret[]
  /** The client's plan in this month; null where the agency does not show it, or there is none. */
  plan: PlanMonth | null
  projects: readonly { name: string; status: Project['status'] }[]
  milestones: readonly { title: string; at: string }[]
  /** The reviews of all pages that wait for an answer, the newest first. */
  waiting: readonly { ref: string; page: number }[]
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
  /** The day by which a review is to be answered: '2026-11-30'. */
  answer_by: string | null
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
  /** The shown page of updates, to which the answers given on it lead back. */
  page?: number
  refused?: RefusedAnswer | undefined
  /** The person whose link it is. */
  person?: string | null
  refusedRequest?: RefusedRequest | undefined
  refusedSecret?: RefusedSecret | undefined
  /** Whether a request was just stored. */
  hasSent?: boolean
  /** The accepted types of files, for the file input. Without it the form has none, as where no server of ours reads it. */
  acceptedFiles?: string
}
