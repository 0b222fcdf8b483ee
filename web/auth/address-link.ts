import { readProject } from '../lib/supabase-project.ts'

/** A link of a mail about another address (supabase/functions/change-address), and the panel that it opens. */
export type AddressLink = { panel: 'confirm-address' | 'undo-address'; token: string }

const PATIENCE_MS = 20_000

/** Reads the link that somebody came by, and takes it out of the address, also of the history. */
export function takeAddressLink(): AddressLink | undefined {
  const { location, history } = window
  const [, deed, token] = /^#(confirm|undo)-address=([\w-]+)$/.exec(location.hash) ?? []
  if (deed === undefined || token === undefined) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return { panel: deed === 'undo' ? 'undo-address' : 'confirm-address', token }
}

/** What became of the account. */
export type AddressAnswer = { address: string; needsPassword: boolean }

/** Does what the link stands for; throws what the server says where it does not. */
export async function answerAddressLink({ panel, token }: AddressLink): Promise<AddressAnswer> {
  const { supabaseUrl, supabaseAnonKey } = await readProject()
  const response = await fetch(new URL('/functions/v1/change-address', supabaseUrl), {
    method: 'POST',
    headers: { apikey: supabaseAnonKey, 'content-type': 'application/json' },
    body: JSON.stringify(panel === 'undo-address' ? { undo: token } : { confirm: token }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const said: { address?: unknown; needsPassword?: unknown; error?: unknown } = await response.json()
  if (!response.ok) throw new Error(typeof said.error === 'string' ? said.error : '')
  return { address: String(said.address), needsPassword: said.needsPassword === true }
}
