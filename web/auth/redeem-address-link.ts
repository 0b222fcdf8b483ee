import { readProject } from '../lib/supabase-project.ts'
import type { AddressLink } from './mail-link.ts'

const PATIENCE_MS = 20_000

/** The account after a link to change its email address was used. */
export type ChangedAddress = { address: string; needsPassword: boolean }

/** Uses a link that changes an email address; throws the server's message if that fails. */
export async function redeemAddressLink(link: AddressLink): Promise<ChangedAddress> {
  const { supabaseUrl, supabaseAnonKey } = await readProject()
  return callChangeAddress(link, { url: supabaseUrl, headers: { apikey: supabaseAnonKey } })
}

/** Calls the function change-address of this backend. */
export async function callChangeAddress(
  { type, token }: AddressLink,
  { url, headers }: { url: string; headers: Record<string, string> },
): Promise<ChangedAddress> {
  const response = await fetch(new URL('/functions/v1/change-address', url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(type === 'undo-address' ? { undo: token } : { confirm: token }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const said: unknown = await response.json()
  if (!response.ok) throw new AddressLinkError(response.status, String(field(said, 'error') ?? ''))
  return { address: String(field(said, 'address')), needsPassword: field(said, 'needsPassword') === true }
}

const field = (said: unknown, name: string): unknown =>
  typeof said === 'object' && said !== null ? Reflect.get(said, name) : undefined

export class AddressLinkError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
