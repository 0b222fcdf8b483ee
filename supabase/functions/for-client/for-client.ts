import { type ServiceClient, unwrap } from '../_shared/database.ts'
import { hashOf } from '../_shared/hash.ts'
import { type Fields, isFields, Refusal, textField } from '../_shared/http.ts'

const BUCKET = 'client-update-files'
const SMALL_PX = 720

/**
 * Answers requests for a client page, `{ token, page }`, for a month, `{ token, month }`, for one of its files,
 * `{ token, file, size }`, answers to an update, `{ token, update, … }`, what a client hands over,
 * `{ token, secret, sealed }`, and what a client asks for, `{ token, request: { title, words, name } }`, without files. A page or
 * month with `preview: true` is not counted as opened.
 */
export async function forClient(fields: Fields, supabase: ServiceClient): Promise<unknown> {
  const token_hash = await hashOf(textField(fields, 'token'))
  if (textField(fields, 'file')) return readFile(fields, token_hash, supabase)
  if (textField(fields, 'update')) return storeAnswer(fields, token_hash, supabase)
  if (textField(fields, 'secret')) return storeSecret(fields, token_hash, supabase)
  if (isFields(fields.request)) return storeRequest(fields.request, token_hash, supabase)
  const counts = fields.preview !== true
  if (typeof fields.month === 'string') {
    const month = fields.month.slice(0, 20)
    return orNotFound(unwrap(await supabase.rpc('open_client_month', { token_hash, month, counts })))
  }
  const page = Math.min(Math.max(1, Math.trunc(Number(fields.page)) || 1), 100_000)
  return orNotFound(unwrap(await supabase.rpc('open_client_page', { token_hash, page, counts })))
}

async function readFile(fields: Fields, token_hash: string, supabase: ServiceClient): Promise<Blob> {
  const [file] = unwrap(await supabase.rpc('client_page_file', { token_hash, file: textField(fields, 'file') }))
  const { file_path, file_type } = orNotFound(file)
  const bucket = supabase.storage.from(BUCKET)
  const isSmall = fields.size === 'small' && file_type.startsWith('image/')
  const small = isSmall ? await bucket.download(file_path, { transform: { width: SMALL_PX } }) : undefined
  // Some plans of hosted Supabase lack image transformation; the original picture is sent then.
  if (small?.data) return small.data
  const { data, error } = await bucket.download(file_path)
  if (error) throw error
  return data
}

async function storeAnswer(fields: Fields, token_hash: string, supabase: ServiceClient) {
  const answer = {
    token_hash,
    update: textField(fields, 'update'),
    answer: textField(fields, 'answer') === 'changes' ? 'changes' : 'approved',
    comment: textField(fields, 'comment'),
    name: textField(fields, 'name'),
  }
  return { outcome: orNotFound(unwrap(await supabase.rpc('answer_client_update', answer))) }
}

async function storeSecret(fields: Fields, token_hash: string, supabase: ServiceClient) {
  const sent = { token_hash, secret: textField(fields, 'secret'), sealed: textField(fields, 'sealed') }
  return { outcome: orNotFound(unwrap(await supabase.rpc('hand_over_secret', sent))) }
}

async function storeRequest(fields: Fields, token_hash: string, supabase: ServiceClient) {
  const [title, words, name] = [textField(fields, 'title'), textField(fields, 'words'), textField(fields, 'name')]
  const asked = { token_hash, request: crypto.randomUUID(), title, words, name }
  return { outcome: orNotFound(unwrap(await supabase.rpc('store_client_request', asked))) }
}

/** Refuses invalid links, and missing pages of valid ones, in the same way. */
function orNotFound<Value>(value: Value): NonNullable<Value> {
  if (value === null || value === undefined) throw new Refusal(404, 'There is no such page.')
  return value
}
