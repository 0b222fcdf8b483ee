import { wholeSupabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { restoreToasts } from './restore-toasts.ts'
import { Undoable } from './undoable.ts'
import type { Write } from './use-write.ts'

const { broughtBack, notBroughtBack } = restoreToasts

/** Restores deleted rows by their ids. */
export const restoreDeleted: Write<readonly string[]> = {
  mutationFn: async (ids) => {
    const client = await wholeSupabase()
    unwrap(await client.rpc('bring_back', { subjects: [...ids] }))
    // The function restores the files at once; if it fails, they return within a minute.
    await client.functions.invoke('settle-deleted', { body: {} })
  },
  // Much may depend on a restored row, so every query is refreshed.
  meta: { succeeded: broughtBack, failed: notBroughtBack, refresh: 'everything' },
}

/** The result of a deletion, whose toast offers to undo it. */
export const undoDeletion = (ids: readonly string[], description?: string) =>
  new Undoable(
    { mutationFn: (_, context) => restoreDeleted.mutationFn(ids, context), meta: restoreDeleted.meta },
    description,
  )
