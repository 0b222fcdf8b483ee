import { undoDeletion } from '../writes/restore-deleted.ts'
import type { Undoable } from '../writes/undoable.ts'
import { goneOrRefused } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import { updateVersion } from '../writes/version-conflict.ts'
import type { NewNote, NoteChanges } from './note.ts'
import { noteToasts } from './note-toasts.ts'
import type { Notebook } from './notebook.ts'

const { added, additionFailed, changed, changeFailed, deleted, deletionFailed } = noteToasts

export const addNote = ({ table, add }: Notebook, staffId: string): Write<NewNote> => ({
  mutationFn: (note) => add(note, staffId),
  meta: { succeeded: added, failed: additionFailed, refresh: [table], isAddition: true },
})

export const changeNote = ({ table }: Notebook, id: string): Write<NoteChanges> => ({
  mutationFn: ({ seen, ...changes }) => updateVersion(table, { id, seen }, changes),
  meta: { succeeded: changed, failed: changeFailed, refresh: [table] },
})

export const deleteNote = ({ table, remove }: Notebook): Write<string, Undoable> => ({
  mutationFn: async (noteId) => {
    if ((await remove(noteId)) === 0) throw goneOrRefused('note', 'delete it')
    return undoDeletion([noteId])
  },
  meta: { succeeded: deleted, failed: deletionFailed, refresh: [table] },
})
