import { saveFile } from '../../lib/save-file.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrapFile } from '../../lib/unwrap.ts'
import { type Attachment, BUCKET } from './attachment.ts'

/** Fetches a file with the person's own rights and saves it under the name it came with. */
export async function downloadAttachment({ file_path, file_name }: Attachment) {
  saveFile(unwrapFile(await (await supabase()).storage.from(BUCKET).download(file_path)), file_name)
}
