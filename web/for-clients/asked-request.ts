import type { Tables } from '../lib/database.types.ts'

/** What a client asked for, as their page shows it. */
export type AskedRequest = {
  title: string
  words: string | null
  name: string
  status: RequestStatus
  /** Why it is not done now. */
  reason: string | null
  at: string
  files: readonly string[]
  /** The update that answers it, where the client sees one, with the page that it is on. */
  update: { ref: string; title: string; page: number } | null
}

export type RequestStatus = Tables<'client_requests'>['status']

export const requestStatuses = {
  received: 'Received',
  in_progress: 'In progress',
  done: 'Done',
  not_now: 'Not now',
} satisfies Record<RequestStatus, string>

/** The most files that one request brings. */
export const MOST_FILES = 5
