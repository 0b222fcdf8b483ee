import { supabase } from '../../lib/supabase.ts'
import { unwrapFile } from '../../lib/unwrap.ts'
import { type Attachment, BUCKET } from './attachment.ts'

/** Fetches a file with the person's own rights and saves it under the name it came with. */
export async function downloadAttachment({ file_path, file_name }: Attachment) {
  const bytes = unwrapFile(await (await supabase()).storage.from(BUCKET).download(file_path))
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = file_name
  link.click()
  // The browser has begun to read by then, also one that asks where to save it.
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS)
}

const REVOKE_AFTER_MS = 60_000
