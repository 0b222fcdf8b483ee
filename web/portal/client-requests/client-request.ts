import type { RequestStatus } from '../../for-clients/asked-request.ts'
import type { Tables } from '../../lib/database.types.ts'
import { atMost } from '../../lib/form-rules.ts'
import { z } from '../../lib/zod.ts'
import type { Tone } from '../../ui/badge.tsx'

/** What a client asked for, with the person who does it and its files. */
export type ClientRequest = Tables<'client_requests'> & {
  assignee: { display_name: string | null } | null
  step: Pick<Tables<'project_steps'>, 'title' | 'project_id'> | null
  update: Pick<Tables<'project_updates'>, 'title' | 'project_id'> | null
  files: Pick<Tables<'client_request_files'>, 'id' | 'file_name' | 'file_path' | 'file_size' | 'file_type'>[]
}

/** What becomes of a request; a colleague's change of it is not overwritten. */
export type RequestState = Pick<ClientRequest, 'status' | 'assigned_to' | 'reason'>

export const statusTones = {
  received: 'blue',
  in_progress: 'yellow',
  done: 'green',
  not_now: 'grey',
} satisfies Record<RequestStatus, Tone>

export const isOpen = ({ status }: Pick<ClientRequest, 'status'>) => status === 'received' || status === 'in_progress'

export const notNowForm = z.object({
  reason: z.string().trim().min(1, 'Please say why; the client reads it.').check(atMost(500)),
})
