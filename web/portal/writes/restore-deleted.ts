import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { restoreToasts } from './restore-toasts.ts'
import { Undoable } from './undoable.ts'
import type { Write } from './use-write.ts'

const { broughtBack, notBroughtBack } = restoreToasts

/** Brings back what was deleted, by the ids that it had. */
export const restoreDeleted: Write<readonly string[]> = {
  mutationFn: async (ids) => {
    const client = await supabase()
    unwrap(await client.rpc('bring_back', { subjects: [...ids] }))
    // Its files come back at once; where this fails, within a minute.
    await client.functions.invoke('settle-deleted', { body: {} })
  },
  // Much may hang on it.
  meta: { said: broughtBack, failed: notBroughtBack, refresh: 'everything' },
}

/** What a deletion returns: the toast that tells of it offers to take it back. */
export const undoDeletion = (ids: readonly string[], description?: string) =>
  new Undoable(
    { mutationFn: (_, context) => restoreDeleted.mutationFn(ids, context), meta: restoreDeleted.meta },
    description,
  )
