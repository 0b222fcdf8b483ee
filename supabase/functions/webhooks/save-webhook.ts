import type { ServiceClient } from '../_shared/database.ts'
import { type Fields, Refusal, textField } from '../_shared/http.ts'
import { env } from '../_shared/runtime.ts'
import { parseNetworks, parseWebhookUrl, resolveAddress, Unreachable } from './reachable-address.ts'

/** Codes of the database for refusals whose message is for the caller. */
const statuses: Record<string, number> = { '42501': 403, '23514': 400, PT404: 404 }

/**
 * Adds a webhook, or changes the one that `webhook` names, if its address may be called, and returns its id; with a new
 * one also its secret.
 */
export async function saveWebhook(supabase: ServiceClient, person: string, fields: Fields) {
  const { events, webhook } = fields
  const { data, error } = await supabase.rpc('save_webhook', {
    person,
    agency: textField(fields, 'agency'),
    name: textField(fields, 'name'),
    url: await checkedAddress(textField(fields, 'url')),
    events: Array.isArray(events) ? events.map(String) : [],
    ...(typeof webhook === 'string' && { webhook }),
  })
  const status = error && statuses[error.code]
  if (status) throw new Refusal(status, error.message)
  if (error) throw error
  return data[0]
}

async function checkedAddress(text: string): Promise<string> {
  try {
    const url = parseWebhookUrl(text)
    await resolveAddress(url, parseNetworks(env('WEBHOOK_NETWORKS')))
    return url.href
  } catch (error) {
    throw error instanceof Unreachable ? new Refusal(400, error.message) : error
  }
}
