import { NotebookPen } from 'lucide-react'
import type { NamedClient } from '../clients/clients-by-name-query.ts'
import { addNote } from '../notes/note-mutations.ts'
import { clientNotebook, NOTE_PARAMETER, type Notebook, projectNotebook } from '../notes/notebook.ts'
import type { NamedProject } from '../projects/projects-by-name-query.ts'
import { writeNow } from '../writes/write-now.ts'
import { action, type Entry } from './entries.ts'

type Subjects = { clients: readonly NamedClient[]; projects: readonly NamedProject[] }

/** The action that adds a typed text as a note to a client or a project; without a text it leads to the form. */
export function noteActions({ clients, projects }: Subjects, text: string, me: string): Entry[] {
  const about = (notebook: Notebook, name: string, page: string, detail: string | null | undefined): Entry => {
    const row = action(`note/${page}`, `Add a note to ${name}`, text === '' ? detail : `“${text}”`)
    if (text === '') return { ...row, Icon: NotebookPen, to: `/dashboard/${page}?${NOTE_PARAMETER}` }
    const note = { note_text: text, note_category: 'general' }
    return { ...row, Icon: NotebookPen, run: (client) => writeNow(client, addNote(notebook, me), note) }
  }
  return [
    ...clients.map(({ id, name, company_name }) => about(clientNotebook(id), name, `clients/${id}`, company_name)),
    ...projects.map(({ id, name, clients }) => about(projectNotebook(id), name, `projects/${id}`, clients?.name)),
  ]
}
