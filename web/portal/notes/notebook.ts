import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import {
  clientNoteCategories,
  type NewNote,
  type NoteCategory,
  projectNoteCategories,
  type SignedNote,
} from './note.ts'

type NotesPage = { rows: SignedNote[]; count: number }

/** The notes about one client or one project: where they lie, and how they are read and written. */
export type Notebook = {
  table: 'client_notes' | 'project_notes'
  /** Everything known of these notes is known under this key. */
  key: readonly ['client-notes' | 'project-notes', string]
  categories: readonly NoteCategory[]
  /** Some notes, newest first, and how many there are in all. */
  read: (from: number, to: number, signal: AbortSignal) => Promise<NotesPage>
  add: (note: NewNote, staff_id: string) => Promise<void>
  /** How many were deleted. */
  remove: (noteId: string) => Promise<number>
}

/** In the address of a client or a project: somebody comes to write one. */
export const NOTE = 'note'

export const clientNotebook = (client_id: string): Notebook => ({
  key: ['client-notes', client_id],
  categories: clientNoteCategories,
  ...notesIn('client_notes', { client_id }),
})

export const projectNotebook = (project_id: string): Notebook => ({
  key: ['project-notes', project_id],
  categories: projectNoteCategories,
  ...notesIn('project_notes', { project_id }),
})

type Subject = { client_id: string } | { project_id: string }

const notesIn = (table: Notebook['table'], subject: Subject): Pick<Notebook, 'table' | 'read' | 'add' | 'remove'> => ({
  table,
  async read(from, to, signal) {
    const notes = (await supabase()).from(table).select(SIGNED, counted).match(subject)
    const newestFirst = notes.order('created_at', { ascending: false }).order('id')
    const answer = await newestFirst.range(from, to).abortSignal(signal)
    return { rows: unwrap(answer), count: unwrapCount(answer) }
  },
  async add(note, staff_id) {
    unwrap(await (await supabase()).from(table).insert({ ...subject, ...note, staff_id }))
  },
  remove: async (noteId) => unwrapCount(await (await supabase()).from(table).delete(counted).eq('id', noteId)),
})

const SIGNED = '*, author:user_profiles!staff_id(display_name)'
const counted = { count: 'exact' } as const
