import type { SupabaseClient } from '@supabase/supabase-js'
import { type AskedPage, contentHeaders } from 'engine'
import { z } from 'zod'

const BUCKET = 'client-update-files'
/** What a phone shows across, sharp enough for most of them. */
const SMALL_PX = 720

const row = z.object({ file_path: z.string(), file_name: z.string(), file_type: z.string() })

/**
 * The bytes of a file that a client's page names: as a small picture (`?small`), to be kept (`?download`), or to be looked at. What
 * a browser cannot show harmlessly is only ever to be kept. Undefined where there is none.
 */
export async function clientFile(
  db: SupabaseClient,
  hash: string,
  { params, query }: AskedPage,
): Promise<Response | undefined> {
  const { data, error } = await db.rpc('client_page_file', { token_hash: hash, file: params.file ?? '' }).maybeSingle()
  if (error) throw error
  if (data === null) return undefined
  const { file_path, file_name, file_type } = row.parse(data)
  const isPicture = file_type.startsWith('image/')
  const isShown = (isPicture || file_type === 'application/pdf') && !query.has('download')
  const bucket = db.storage.from(BUCKET)
  const small =
    isPicture && query.has('small') ? await bucket.download(file_path, { transform: { width: SMALL_PX } }) : undefined
  // A browser may show what cannot be made smaller: a picture whose end was lost, for one.
  const stored = small?.data ? small : await bucket.download(file_path)
  if (stored.error) throw stored.error
  return new Response(stored.data.stream(), {
    headers: {
      ...contentHeaders(stored.data.type, isShown ? undefined : file_name),
      'cross-origin-resource-policy': 'same-origin',
      'content-length': String(stored.data.size),
      // The files of an update never change, and its page is this browser's own.
      'cache-control': 'private, max-age=3600',
    },
  })
}
