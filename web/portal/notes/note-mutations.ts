import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMe } from '../me/me.ts'
import type { NewNote } from './note.ts'
import type { Notebook } from './notebook.ts'

export function useAddNote(notebook: Notebook) {
  const { id: staff_id } = useMe()
  const onSuccess = useRefreshNotes(notebook)
  return useMutation({ mutationFn: (note: NewNote) => notebook.add(note, staff_id), onSuccess })
}

export function useDeleteNote(notebook: Notebook) {
  const refresh = useRefreshNotes(notebook)
  return useMutation({
    mutationFn: async (noteId: string) => {
      const deleted = await notebook.remove(noteId)
      if (deleted === 0) throw new Error('This note no longer exists, or you may not delete it.')
    },
    // Also after a failure: what could not be deleted may be gone already.
    onSettled: refresh,
  })
}

function useRefreshNotes({ key }: Notebook) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: key })
}
