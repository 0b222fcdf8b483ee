import { readProject } from '../../lib/supabase-project.ts'
import type { ContactMessage } from './contact-message.ts'

const PATIENCE_MS = 20_000

/**
 * Stores the message, then triggers the mail to the agency. Rejects if either step fails; sending the same again is
 * harmless, since the database merges duplicates. A message caught by the honeypot is sent too, and the database sets
 * it apart: if a person wrote it, the agency can still read it.
 */
export async function sendContactMessage(message: ContactMessage, { trapped }: { trapped: boolean }): Promise<void> {
  const { supabaseUrl, supabaseAnonKey } = await readProject()
  const { name, businessName, email, phone, service, message: text } = message
  const headers = {
    apikey: supabaseAnonKey,
    Authorization: `Bearer ${supabaseAnonKey}`,
    'Content-Type': 'application/json',
  }
  await ask(`${supabaseUrl}/rest/v1/contact_submissions`, {
    method: 'POST',
    headers: { ...headers, Prefer: 'return=minimal', ...(trapped && { 'X-Contact-Trap': 'filled' }) },
    body: JSON.stringify({ name, business_name: businessName, email, phone, service, message: text }),
  })
  await ask(`${supabaseUrl}/functions/v1/send-contact-notification`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name, businessName, email, phone, service, message: text }),
  })
}

async function ask(url: string, request: RequestInit) {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
}
