import type { Tables } from '../../lib/database.types.ts'
import { formatCount } from '../../lib/formats.ts'

/** A deleted row, with the name of the person who deleted it where the reader may see that colleague. */
export type Deletion = Tables<'recently_deleted'> & { deleter: { display_name: string | null } | null }
export type DeletedKind = Deletion['kind']

export const deletedKinds = [
  'client',
  'person',
  'project',
  'step',
  'update',
  'note',
  'enquiry',
  'agency',
] as const satisfies DeletedKind[]

export const kindLabels = {
  client: 'Client',
  person: 'Person',
  project: 'Project',
  step: 'Step',
  update: 'Update',
  note: 'Note',
  enquiry: 'Enquiry',
  agency: 'Agency',
} as const satisfies Record<DeletedKind, string>

/** The number of days in which a deletion can be undone (supabase/schemas/recently_deleted.sql). */
const KEPT_DAYS = 30
const DAY_MS = 24 * 3600_000

/** Days until the row is erased; a started day counts. */
export const daysLeft = ({ deleted_at }: Pick<Deletion, 'deleted_at'>, now: number): number =>
  Math.max(1, Math.ceil(KEPT_DAYS - (now - Date.parse(deleted_at)) / DAY_MS))

/** The tables whose rows are deleted along with their parent, in the order in which they are listed. */
const parts = [
  { tables: ['clients'], one: 'client', many: 'clients' },
  { tables: ['client_people'], one: 'person', many: 'people' },
  { tables: ['projects'], one: 'project', many: 'projects' },
  { tables: ['project_steps'], one: 'step', many: 'steps' },
  { tables: ['project_updates'], one: 'update', many: 'updates' },
  { tables: ['client_update_attachments'], one: 'file', many: 'files' },
  { tables: ['client_notes', 'project_notes'], one: 'note', many: 'notes' },
  { tables: ['chat_messages'], one: 'message', many: 'messages' },
] as const

/** Lists what was deleted along with a row: '3 projects, 12 updates'; empty if nothing was. */
export function alsoDeletedText({ contents }: Pick<Deletion, 'contents'>): string {
  const counts = new Map(Object.entries(typeof contents === 'object' && contents !== null ? contents : {}))
  return parts
    .map(({ tables, one, many }) => {
      const count = tables.reduce((sum, table) => sum + Number(counts.get(`public.${table}`) ?? 0), 0)
      return count === 0 ? '' : `${formatCount(count)} ${count === 1 ? one : many}`
    })
    .filter((part) => part !== '')
    .join(', ')
}
