import { type ServiceClient, unwrap } from '../_shared/database.ts'
import { hashOf } from '../_shared/hash.ts'
import { type Fields, Refusal, textField } from '../_shared/http.ts'

const BUCKET = 'client-update-files'
const SMALL_PX = 720

/**
 * Answers requests for a client page, `{ token, page }`, for one of its files, `{ token, file, size }`, and answers to
 * an update, `{ token, update, … }`.
 */
export async function forClient(fields: Fields, supabase: ServiceClient): Promise<unknown> {
  const token_hash = await hashOf(textField(fields, 'token'))
  if (textField(fields, 'file')) return readFile(fields, token_hash, supabase)
  if (textField(fields, 'update')) return giveAnswer(fields, token_hash, supabase)
  const page = Math.min(Math.max(1, Math.trunc(Number(fields.page)) || 1), 100_000)
  return found(unwrap(await supabase.rpc('open_client_page', { token_hash, page })))
}

async function readFile(fields: Fields, token_hash: string, supabase: ServiceClient): Promise<Blob> {
  const [file] = unwrap(await supabase.rpc('client_page_file', { token_hash, file: textField(fields, 'file') }))
  const { file_path, file_type } = found(file)
  const bucket = supabase.storage.from(BUCKET)
  const isSmall = fields.size === 'small' && file_type.startsWith('image/')
  const small = isSmall ? await bucket.download(file_path, { transform: { width: SMALL_PX } }) : undefined
  // Some plans of hosted Supabase lack image transformation; the original picture is sent then.
  if (small?.data) return small.data
  const { data, error } = await bucket.download(file_path)
  if (error) throw error
  return data
}

async function giveAnswer(fields: Fields, token_hash: string, supabase: ServiceClient) {
  const answer = {
    token_hash,
    update: textField(fields, 'update'),
    answer: textField(fields, 'answer') === 'changes' ? 'changes' : 'approved',
    comment: textField(fields, 'comment'),
    name: textField(fields, 'name'),
  }
  return { outcome: found(unwrap(await supabase.rpc('answer_client_update', answer))) }
}

/** Refuses invalid links, and missing pages of valid ones, in the same way. */
function found<Value>(value: Value): NonNullable<Value> {
  if (value === null || value === undefined) throw new Refusal(404, 'There is no such page.')
  return value
}
