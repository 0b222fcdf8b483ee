import { saveFile } from '../../lib/save-file.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrapFile } from '../../lib/unwrap.ts'

/** A stored file with its original name. */
export type StoredFile = { bucket: string; path: string; name: string; size: number }

/** Fetches a file with the person's own rights and saves it under its original name. */
export async function downloadFile({ bucket, path, name }: StoredFile) {
  saveFile(unwrapFile(await (await supabase()).storage.from(bucket).download(path)), name)
}
