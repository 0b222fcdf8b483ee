import { attachmentName } from '../../lib/attachment.ts'
import type { OnProgress } from '../../lib/fetch-with-progress.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { ChosenFile } from '../files/choose-files.ts'
import { removeFile, uploadFile } from '../files/upload-file.ts'

/** The bucket of attachments. */
export const BUCKET = 'client-update-files'

export type Upload = ChosenFile & { updateId: string; path: string }

/** Attaches a file to an update: first the file, then the row that names it. It can be retried. */
export async function attachFile({ updateId, path, file, type }: Upload, onProgress: OnProgress) {
  await uploadFile({ bucket: BUCKET, path, file, type }, onProgress)
  const row = { update_id: updateId, file_name: attachmentName(file.name), file_path: path, file_type: type }
  const attachments = (await supabase()).from('client_update_attachments')
  const named = await attachments.insert({ ...row, file_size: file.size })
  if (named.error?.code !== UNIQUE_VIOLATION) unwrap(named)
}

/** Removes what a failed attempt may have stored. */
export async function detachFile({ path }: Upload) {
  await removeFile({ bucket: BUCKET, path })
  unwrap(await (await supabase()).from('client_update_attachments').delete().eq('file_path', path))
}

const UNIQUE_VIOLATION = '23505'
