import { contentHeaders, type PageRequest } from 'engine'
import { z } from 'zod'
import type { DataClient } from '../service-client.ts'

const BUCKET = 'client-update-files'
/** The width of a small picture, sharp enough on most phones. */
const SMALL_PX = 720

const row = z.object({ file_path: z.string(), file_name: z.string(), file_type: z.string() })

/**
 * The bytes of a file on a client's page: as a small picture (`?small`), as a download (`?download`), or shown inline.
 * Types that a browser cannot show safely are always downloads. Undefined if there is no such file.
 */
export async function clientFile(
  db: DataClient,
  hash: string,
  { params, query }: PageRequest,
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
  // A picture that cannot be scaled, such as a truncated one, is sent as it is: browsers may still show it.
  const stored = small?.data ? small : await bucket.download(file_path)
  if (stored.error) throw stored.error
  return new Response(stored.data.stream(), {
    headers: {
      ...contentHeaders(stored.data.type, isShown ? undefined : file_name),
      'cross-origin-resource-policy': 'same-origin',
      'content-length': String(stored.data.size),
      // The files of an update never change, and the page is private to this browser.
      'cache-control': 'private, max-age=3600',
    },
  })
}
