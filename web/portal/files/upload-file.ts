import { StorageApiError } from '@supabase/supabase-js'
import type { OnProgress } from '../../lib/fetch-with-progress.ts'
import { supabaseWithProgress, wholeSupabase } from '../../lib/supabase.ts'
import { unwrapFile } from '../../lib/unwrap.ts'
import type { FileUpload } from './choose-files.ts'
import { abandonUpload, CHUNK_BYTES, uploadResumably } from './resumable-upload.ts'

/**
 * Uploads a file. It can be retried as it is: what an earlier attempt stored, perhaps without receiving the answer,
 * counts as done.
 */
export async function uploadFile(placed: FileUpload, onProgress: OnProgress) {
  const upload = placed.file.size > CHUNK_BYTES ? uploadResumably : uploadAtOnce
  const stored = await upload(placed, onProgress)
  if (!isAlreadyThere(stored.error)) unwrapFile(stored)
}

async function uploadAtOnce({ bucket, path, file, type }: FileUpload, onProgress: OnProgress) {
  const { storage } = await supabaseWithProgress(onProgress)
  // Storage takes the MIME type from the multipart part, so the file needs the right one.
  const typed = file.type === type ? file : new File([file], file.name, { type })
  return storage.from(bucket).upload(path, typed)
}

/**
 * The type that Storage gave an uploaded file. It is not the claimed one if the content is of another accepted type, such
 * as a WebP picture that was saved as a JPEG.
 */
export async function storedType({ bucket, path, type }: Omit<FileUpload, 'file'>): Promise<string> {
  return unwrapFile(await (await wholeSupabase()).storage.from(bucket).info(path)).contentType ?? type
}

/** Removes an uploaded file or an upload in progress, even one whose answer never arrived. */
export async function removeFile({ bucket, path }: Pick<FileUpload, 'bucket' | 'path'>) {
  unwrapFile(await (await wholeSupabase()).storage.from(bucket).remove([path]))
  await abandonUpload(path)
}

/**
 * Whether Storage reports a conflict, which means that an earlier attempt succeeded: the path holds a new id and a timestamp,
 * so nobody else uploads to it.
 */
const isAlreadyThere = (error: Error | null) => error instanceof StorageApiError && error.statusCode === '409'
