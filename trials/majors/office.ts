import { createHash } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type Life, live, look, lost, signIn } from '../earlier/life.ts'
import { open, seal } from './vault-entry.ts'

const COLLEAGUE = { email: 'cara@mainstreet.local', name: 'Cara', password: 'a password of her own' }
const PASSPHRASE = 'what only we know'
const SECRET = 'the bakery’s password'
const withoutSession = { auth: { persistSession: false, autoRefreshToken: false } }

/** What an office has come to: all that is read again later, and the session of somebody who stays signed in. */
export type Office = { life: Life; files: string[]; token: string; refreshToken: string }

/** A few days of work by two people: clients, projects, notes, updates with files, chat, and an entry in the vault. */
export async function workIn(url: string): Promise<Office> {
  const db = await signIn(url)
  const refused = await live(db)
  const made = await db.functions.invoke('create-user', { body: { ...COLLEAGUE, role: 'agency_staff' } })
  if (made.error) refused.push(`create-user: ${made.error.message}`)
  const { data: agencies } = await db.from('agencies').select('id').limit(1)
  const agency_id: unknown = agencies?.[0]?.id
  for (let number = 1; number <= 12; number++) {
    const { error } = await db.from('chat_messages').insert({ agency_id, content: `Message ${number} — grüezi 👋` })
    if (error) refused.push(`chat: ${error.message}`)
  }
  const entry = { title: 'Bakery', username: 'baker', encrypted_password: seal(SECRET, PASSPHRASE) }
  const kept = await db.from('password_vault').insert(entry)
  if (kept.error) refused.push(`vault: ${kept.error.message}`)
  if (refused.length > 0) throw new Error(`Not taken: ${[...new Set(refused)].join('; ')}`)
  const session = await sessionOfColleague(url)
  return {
    ...{ life: await look(db), files: await filesOf(db) },
    ...{ token: session.access_token, refreshToken: session.refresh_token },
  }
}

/** What is amiss where both sign in and look, and where the colleague just goes on. */
export async function missing(then: Office, url: string): Promise<string[]> {
  const db = await signIn(url)
  const wrong = lost(then.life, await look(db))
  const files = await filesOf(db)
  if (files.join() !== then.files.join()) wrong.push(`${files.length} files, of which some are others.`)
  return [...wrong, ...(await missingAtDesks(then, url))]
}

/** Whether both still sign in, the vault opens, and the colleague just goes on: what is amiss with that. */
export async function missingAtDesks(then: Office, url: string): Promise<string[]> {
  const db = await signIn(url)
  const { data } = await db.from('password_vault').select('encrypted_password').limit(1).single()
  const opens = open(String(data?.encrypted_password), PASSPHRASE) === SECRET
  await sessionOfColleague(url)
  return [...(opens ? [] : ['The vault opens, and says something else.']), ...(await goesOn(url, then))]
}

/** The token of before reads, and the session of before is good for a new one, which it goes on with from there. */
async function goesOn(url: string, office: Office): Promise<string[]> {
  const { token, refreshToken } = office
  const key = await publicKeyOf(url)
  const headers = { Authorization: `Bearer ${token}` }
  const before = createClient(url, key, { ...withoutSession, global: { headers } })
  const { count, error } = await before.from('clients').select('id', { count: 'exact', head: true })
  const refreshed = await createClient(url, key, withoutSession).auth.refreshSession({ refresh_token: refreshToken })
  office.refreshToken = refreshed.data.session?.refresh_token ?? ''
  return [
    ...(count === 20 ? [] : [`The token of before reads ${count} clients: ${error?.message}`]),
    ...(refreshed.error ? [`The session of before has ended: ${refreshed.error.message}`] : []),
  ]
}

async function sessionOfColleague(url: string) {
  const db = createClient(url, await publicKeyOf(url), withoutSession)
  const { data, error } = await db.auth.signInWithPassword({ email: COLLEAGUE.email, password: COLLEAGUE.password })
  if (error) throw error
  return data.session
}

async function publicKeyOf(url: string): Promise<string> {
  const answer = await (await fetch(`${url}/config.json`)).json()
  return z.object({ supabaseAnonKey: z.string() }).parse(answer).supabaseAnonKey
}

/** Of every attached file, its name and hash. */
async function filesOf(db: SupabaseClient): Promise<string[]> {
  const { data } = await db.from('client_update_attachments').select('file_path').order('file_path')
  const hashes: string[] = []
  for (const { file_path } of data ?? []) {
    const file = await db.storage.from('client-update-files').download(String(file_path))
    const bytes = file.data ? new Uint8Array(await file.data.arrayBuffer()) : ''
    hashes.push(`${file_path} ${createHash('sha256').update(bytes).digest('hex')}`)
  }
  return hashes
}
