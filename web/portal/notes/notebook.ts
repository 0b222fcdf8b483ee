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

/** The notes about one client or one project, with the functions that read and write them. */
export type Notebook = {
  table: 'client_notes' | 'project_notes'
  /** The prefix of the query keys of these notes. */
  key: readonly ['client-notes' | 'project-notes', string]
  categories: readonly NoteCategory[]
  /** Reads a range of notes, newest first, and the count of all. */
  read: (from: number, to: number, signal: AbortSignal) => Promise<NotesPage>
  add: (note: NewNote, staff_id: string) => Promise<void>
  /** Deletes a note and returns the number of deleted rows. */
  remove: (noteId: string) => Promise<number>
}

/** The query parameter that opens the form for a new note. */
export const NOTE_PARAMETER = 'note'

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
