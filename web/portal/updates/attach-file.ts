import { StorageApiError } from '@supabase/supabase-js'
import type { OnProgress } from '../../lib/fetch-with-progress.ts'
import { supabase, supabaseWithProgress } from '../../lib/supabase.ts'
import { unwrap, unwrapFile } from '../../lib/unwrap.ts'
import { type Attachment, attachmentName, BUCKET } from './attachment.ts'
import { abandonUpload, CHUNK_BYTES, uploadResumably } from './resumable-upload.ts'

export type Upload = { updateId: string; path: string; file: File; type: Attachment['file_type'] }

/**
 * Attaches a file to an update: first its bytes, then the row that names them. It can be tried again as it was: what
 * an earlier attempt has done, perhaps without hearing of it, is taken as done.
 */
export async function attachFile({ updateId, path, file, type }: Upload, onProgress: OnProgress) {
  const stored =
    file.size > CHUNK_BYTES
      ? await uploadResumably(path, { file, type }, onProgress)
      : await uploadAtOnce(path, { file, type }, onProgress)
  if (!isAlreadyThere(stored.error)) unwrapFile(stored)

  const row = { update_id: updateId, file_name: attachmentName(file.name), file_path: path, file_type: type }
  const attachments = (await supabase()).from('client_update_attachments')
  const named = await attachments.insert({ ...row, file_size: file.size })
  if (named.error?.code !== UNIQUE_VIOLATION) unwrap(named)
}

async function uploadAtOnce(path: string, { file, type }: Pick<Upload, 'file' | 'type'>, onProgress: OnProgress) {
  const { storage } = await supabaseWithProgress(onProgress)
  // Storage believes the type of the part in which it is sent.
  const typed = file.type === type ? file : new File([file], file.name, { type })
  return storage.from(BUCKET).upload(path, typed)
}

/** Takes back what an attempt may have left behind without having been heard of. */
export async function detachFile({ path }: Upload) {
  const client = await supabase()
  unwrapFile(await client.storage.from(BUCKET).remove([path]))
  unwrap(await client.from('client_update_attachments').delete().eq('file_path', path))
  await abandonUpload(path)
}

/** Nobody else uploads under this path, which was made of a new id and a moment. */
const isAlreadyThere = (error: Error | null) => error instanceof StorageApiError && error.statusCode === '409'

const UNIQUE_VIOLATION = '23505'
