import { StorageApiError } from '@supabase/supabase-js'
import type { OnProgress } from '../../lib/fetch-with-progress.ts'
import { supabase, supabaseWithProgress } from '../../lib/supabase.ts'
import { unwrapFile } from '../../lib/unwrap.ts'
import type { Placed } from './choose.ts'
import { abandonUpload, CHUNK_BYTES, uploadResumably } from './resumable-upload.ts'

/** It can be tried again as it was: what an earlier attempt has done, perhaps without hearing of it, is taken as done. */
export async function uploadFile(placed: Placed, onProgress: OnProgress) {
  const upload = placed.file.size > CHUNK_BYTES ? uploadResumably : uploadAtOnce
  const stored = await upload(placed, onProgress)
  if (!isAlreadyThere(stored.error)) unwrapFile(stored)
}

async function uploadAtOnce({ bucket, path, file, type }: Placed, onProgress: OnProgress) {
  const { storage } = await supabaseWithProgress(onProgress)
  // Storage believes the type of the part in which it is sent.
  const typed = file.type === type ? file : new File([file], file.name, { type })
  return storage.from(bucket).upload(path, typed)
}

/** Takes back what came, also of an attempt that was not heard of, and what is still coming. */
export async function removeFile({ bucket, path }: Pick<Placed, 'bucket' | 'path'>) {
  unwrapFile(await (await supabase()).storage.from(bucket).remove([path]))
  await abandonUpload(path)
}

/** Nobody else uploads under this path, which was made of a new id and a moment. */
const isAlreadyThere = (error: Error | null) => error instanceof StorageApiError && error.statusCode === '409'
