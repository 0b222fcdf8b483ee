import { readFile } from 'node:fs/promises'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import { BrowserPage } from './browser-page.ts'

const script = await readFile(new URL('passphrase-in-page.js', import.meta.url), 'utf8')

/** Signs in as Ana: a client, and the session that a browser would store. */
export async function ana(url: string, anonKey: string): Promise<{ client: SupabaseClient; session: Session }> {
  const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await client.auth.signInWithPassword({ email: 'ana@north.test', password: 'mainstreet' })
  if (error) throw error
  return { client, session: data.session }
}

/** Replaces all vault entries of the person by these. */
export async function fillVault(client: SupabaseClient, entries: Record<string, unknown>[]): Promise<void> {
  const { data } = await client.auth.getUser()
  await client.from('password_vault').delete().eq('user_id', data.user?.id).throwOnError()
  await client.from('password_vault').insert(entries).throwOnError()
}

/** Opens the vault in the browser that listens at this port, with `passphrase-in-page.js` in the page. */
export async function openVaultPage(port: number, url: string, session: Session): Promise<BrowserPage> {
  const page = await BrowserPage.open(port)
  await page.prepare(`${script}readyToChange(${JSON.stringify(JSON.stringify(session))})`)
  await page.goTo(`${url}/dashboard/vault`)
  return page
}

export const call = (name: string, ...args: unknown[]): string => `${name}(${args.map((arg) => JSON.stringify(arg))})`
