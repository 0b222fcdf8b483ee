import type { Tables } from '../../lib/database.types.ts'
import { atMost, emailField } from '../../lib/form-rules.ts'
import type { Attachment, Client, ProjectUpdate } from '../../lib/row-types.ts'
import { z } from '../../lib/zod.ts'
import { isAdminType, type Role } from '../me/role.ts'

export type UpdateType = ProjectUpdate['update_type']

export const updateTypes = [
  'progress',
  'milestone',
  'general',
  'review',
  'delivery',
] as const satisfies readonly UpdateType[]

export const updateTypeLabels = {
  progress: 'Progress Update',
  milestone: 'Milestone',
  general: 'General',
  review: 'Review Request',
  delivery: 'Delivery',
} satisfies Record<UpdateType, string>

export const visibilityLabels = {
  agency: 'Agency',
  client: 'Client Visible',
} satisfies Record<ProjectUpdate['visibility'], string>

/** The types that the milestone switch replaces. A review and a delivery say more, and may be milestones as well. */
const plainTypes: readonly UpdateType[] = ['progress', 'general']

/** The milestone switch after another type was chosen: the type Milestone turns it on, and leaving that type off. */
export const milestoneFor = (type: UpdateType, before: { type: UpdateType; isMilestone: boolean }) =>
  type === 'milestone' || (before.isMilestone && before.type !== 'milestone')

/** The type after the milestone switch was turned on or off. */
export function typeFor(isMilestone: boolean, before: UpdateType): UpdateType {
  if (isMilestone) return plainTypes.includes(before) ? 'milestone' : before
  return before === 'milestone' ? 'progress' : before
}

/** An update as it was before a change. */
export type UpdateVersion = Tables<'project_update_versions'> & { author: { display_name: string | null } | null }

/** An update may be changed by its author and by admins. */
export const mayEdit = (update: Pick<ProjectUpdate, 'created_by'>, me: { id: string }, roles: readonly Role[]) =>
  update.created_by === me.id || isAdminType(roles)

/** What the updates of a client need to know of them. */
export type UpdatedClient = Pick<Client, 'id' | 'name' | 'email' | 'plan'>

/** An update in the history. Names are null where the person may not see the row, or it is gone. */
export type ReportedUpdate = ProjectUpdate & {
  project: { name: string } | null
  author: { display_name: string | null } | null
  attachments: Attachment[]
  /** The client's answer to the update's question. */
  answer: Pick<Tables<'update_answers'>, 'answer' | 'comment' | 'name' | 'person' | 'created_at'> | null
  /** The mails that were sent about it. */
  mails: Pick<
    Tables<'client_mails'>,
    'recipient' | 'created_at' | 'mailed_at' | 'reminder' | 'returned_at' | 'return_reason'
  >[]
  /** The mails that answer it, the earliest first. */
  replies: Pick<
    Tables<'client_notes'>,
    'id' | 'created_at' | 'note_text' | 'sender_name' | 'sender_email' | 'is_confirmed'
  >[]
  /** Whether the client has opened their page since; undefined for an update that they do not see. */
  reach: Reach | undefined
}

export type Reach = { times_opened: number | null; first_opened_at: string | null; last_opened_at: string | null }

const projectChoice = z.object({ id: z.string(), name: z.string() })

/** A project that an update can be about. */
export type ProjectChoice = z.output<typeof projectChoice>

/** The rules for the text of an update; the limits are those of the table. */
const words = z.object({
  update_type: z.enum(updateTypes),
  title: z.string().trim().min(1, 'Enter a title.').check(atMost(200)),
  content: z.string().trim().min(1, 'Enter the content.').check(atMost(20_000)),
  is_milestone: z.boolean(),
  is_client_visible: z.boolean(),
  /** Whether the update counts as one of the content updates that the client's plan includes each month. */
  counts_as_content_update: z.boolean(),
  /** The day by which a review is to be answered, or ''. */
  answer_by: z.string(),
})

/** The stored day of an update: only a review has one. */
export const answerByOf = ({ update_type, answer_by }: { update_type: UpdateType; answer_by: string }) =>
  (update_type === 'review' && answer_by) || null

/** The fields that can be changed later; `seen` is the version that was opened. */
export const updateChangesForm = words.extend({ seen: z.string() })
export type UpdateChanges = z.output<typeof updateChangesForm>

const fields = words.extend({
  project: projectChoice.nullable().transform((project, context) => {
    if (project) return project
    context.addIssue('Choose a project.')
    return z.NEVER
  }),
  /** The names of the chosen files, since a draft cannot keep the files themselves. */
  file_names: z.array(z.string()),
  /** Whether the client is mailed too, if they see the update. */
  is_mailed: z.boolean().default(false),
  recipient: z.string().default(''),
  counts_as_content_update: z.boolean().default(false),
})

/** The form of a new update; `mailTo` is the recipient, if it is to be mailed. */
export const updateForm = fields.transform(({ is_mailed, recipient, ...update }, context) => {
  if (!is_mailed || !update.is_client_visible) return { ...update, mailTo: undefined }
  const { data: mailTo, error } = emailField.safeParse(recipient)
  if (error) context.addIssue({ code: 'custom', path: ['recipient'], message: error.issues[0]?.message ?? '' })
  return { ...update, mailTo }
})

export type DraftedUpdate = z.input<typeof updateForm>

export type NewUpdate = z.output<typeof updateForm>
