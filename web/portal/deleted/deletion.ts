import type { Tables } from '../../lib/database.types.ts'
import { formatCount } from '../../lib/formats.ts'

/** Something that was deleted, with the name of who did it, as far as the reader sees that colleague. */
export type Deletion = Tables<'recently_deleted'> & { deleter: { display_name: string | null } | null }
export type DeletedKind = Deletion['kind']

export const deletedKinds = [
  'client',
  'project',
  'update',
  'note',
  'enquiry',
  'agency',
] as const satisfies DeletedKind[]

export const kindLabels = {
  client: 'Client',
  project: 'Project',
  update: 'Update',
  note: 'Note',
  enquiry: 'Enquiry',
  agency: 'Agency',
} as const satisfies Record<DeletedKind, string>

/** So long it can be brought back (supabase/schemas/recently_deleted.sql). */
const KEPT_DAYS = 30
const DAY_MS = 24 * 3600_000

/** Days until it is erased, begun ones too. */
export const daysLeft = ({ deleted_at }: Pick<Deletion, 'deleted_at'>, now: number): number =>
  Math.max(1, Math.ceil(KEPT_DAYS - (now - Date.parse(deleted_at)) / DAY_MS))

/** What goes with something, in the order in which it is told, by the tables that it lies in. */
const parts = [
  { tables: ['clients'], one: 'client', many: 'clients' },
  { tables: ['projects'], one: 'project', many: 'projects' },
  { tables: ['project_updates'], one: 'update', many: 'updates' },
  { tables: ['client_update_attachments'], one: 'file', many: 'files' },
  { tables: ['client_notes', 'project_notes'], one: 'note', many: 'notes' },
  { tables: ['chat_messages'], one: 'message', many: 'messages' },
] as const

/** '3 projects, 12 updates'; nothing where nothing went with it that somebody would look for. */
export function withIt({ contents }: Pick<Deletion, 'contents'>): string {
  const counts = new Map(Object.entries(typeof contents === 'object' && contents !== null ? contents : {}))
  return parts
    .map(({ tables, one, many }) => {
      const count = tables.reduce((sum, table) => sum + Number(counts.get(`public.${table}`) ?? 0), 0)
      return count === 0 ? '' : `${formatCount(count)} ${count === 1 ? one : many}`
    })
    .filter((told) => told !== '')
    .join(', ')
}
