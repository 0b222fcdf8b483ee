import { supabase, wholeSupabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { undoDeletion } from '../writes/restore-deleted.ts'
import type { Undoable } from '../writes/undoable.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import { updateVersion } from '../writes/version-conflict.ts'
import { detachFile, type Upload } from './attach-file.ts'
import { answerByOf, type NewUpdate, type UpdateChanges } from './update.ts'
import { updateToasts } from './update-toasts.ts'
import { FilesMissing } from './use-uploads.ts'

const changed = ['project_updates', 'client_update_attachments'] as const

/** Creates an update without its files and returns its id. */
export async function createUpdate(update: NewUpdate): Promise<string> {
  const { project, is_client_visible, ...rest } = update
  const { title, content, update_type, is_milestone, counts_as_content_update } = rest
  const { data } = await (await wholeSupabase()).auth.getSession()
  if (!data.session) throw new Error('User not authenticated')
  const created_by = data.session.user.id
  const visibility = is_client_visible ? 'client' : 'agency'
  const answer_by = answerByOf(update)
  const words = {
    title,
    content,
    update_type,
    is_milestone,
    ...(counts_as_content_update && { counts_as_content_update }),
    ...(answer_by && { answer_by }),
  }
  const row = { project_id: project.id, created_by, visibility, ...words } as const
  return unwrap(await (await supabase()).from('project_updates').insert(row).select('id').single()).id
}

/** A write that attaches the files of an update, from the first or from the one that failed. */
export const completeUpdate = <Variables>(complete: (variables: Variables) => Promise<void>): Write<Variables> => ({
  mutationFn: complete,
  meta: {
    succeeded: updateToasts.created,
    failed: (error) =>
      error instanceof FilesMissing
        ? updateToasts.filesMissing(error.uploads.map(({ file, problem }) => ({ name: file.name, problem })))
        : updateToasts.creationFailed(error),
    refresh: changed,
  },
})

/** Leaves out files that could not be attached. */
export const leaveFilesOut: Write<readonly Upload[]> = {
  // A file that cannot be removed now has no row, so nothing shows it.
  mutationFn: (uploads) => Promise.allSettled(uploads.map(detachFile)),
  meta: { failed: updateToasts.creationFailed, refresh: changed },
}

/** Changes an update; its former version is kept. Without Client Visible it disappears from the client's page. */
export const changeUpdate = (id: string): Write<UpdateChanges> => ({
  mutationFn: ({ is_client_visible, seen, ...words }) => {
    const visibility = is_client_visible ? 'client' : 'agency'
    return updateVersion('project_updates', { id, seen }, { ...words, visibility, answer_by: answerByOf(words) })
  },
  meta: {
    succeeded: updateToasts.changed,
    failed: updateToasts.changeFailed,
    refresh: ['project_updates', 'project_update_versions'],
  },
})

/** Deletes an update. The server makes its files unreadable. */
export const deleteUpdate: Write<string, Undoable> = {
  mutationFn: async (updateId) => {
    const client = await supabase()
    const deleted = await client.from('project_updates').delete({ count: 'exact' }).eq('id', updateId)
    unwrapChange(deleted, 'update', 'delete it')
    return undoDeletion([updateId])
  },
  meta: {
    succeeded: updateToasts.deleted,
    failed: updateToasts.deletionFailed,
    refresh: changed,
  },
}
