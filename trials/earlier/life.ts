import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'

export const PASSWORD = 'password of then'
const EMAIL = 'admin@mainstreet.local'
const config = z.object({ supabaseAnonKey: z.string() })

/** What everybody has who uses the portal; tables that came later are left out where they are not there yet. */
const TABLES = [
  ...['agencies', 'user_profiles', 'user_roles', 'clients', 'client_notes', 'projects', 'project_notes'],
  ...['project_updates', 'client_update_attachments', 'chat_messages', 'password_vault', 'contact_submissions'],
]

export type Row = Record<string, unknown>
export type Life = { tables: Record<string, Row[]>; file: string | undefined }

/** As the first administrator, by the password of then. */
export async function signIn(url: string): Promise<SupabaseClient> {
  const { supabaseAnonKey } = config.parse(await (await fetch(`${url}/config.json`)).json())
  const db = createClient(url, supabaseAnonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await db.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  if (error) throw error
  return db
}

/** A few days of an agency: what a state did not take yet, or no longer takes like that, is left out. */
export async function live(db: SupabaseClient): Promise<string[]> {
  const refused: string[] = []
  const add = async (table: string, row: Row): Promise<Row> => {
    const { data, error } = await db.from(table).insert(row).select().single()
    if (error) refused.push(`${table}: ${error.message}`)
    return z.record(z.string(), z.unknown()).nullable().parse(data) ?? {}
  }
  const { data: agencies } = await db.from('agencies').select('id').limit(1)
  const agency_id: unknown = agencies?.[0]?.id
  for (let number = 1; number <= 20; number++) {
    const client = await add('clients', { agency_id, name: `Client ${number}`, email: `c${number}@client.test` })
    await add('client_notes', { client_id: client.id, note_text: `About client ${number}` })
    const project = await add('projects', {
      ...{ agency_id, client_id: client.id, name: `Project ${number}`, project_type: 'web_development' },
      ...{ status: 'in_progress', priority: 'high', budget: 1200.5 },
    })
    await add('project_notes', { project_id: project.id, note_text: `About project ${number}` })
    const update = await add('project_updates', { project_id: project.id, title: `Update ${number}`, content: 'Done.' })
    const path = `${String(update.id)}/1_plan.csv`
    const file = new Blob([`file ${number}`], { type: 'text/csv' })
    const uploaded = await db.storage.from('client-update-files').upload(path, file)
    if (uploaded.error) refused.push(`file: ${uploaded.error.message}`)
    const attached = { file_name: 'plan.csv', file_path: path, file_type: 'text/csv', file_size: file.size }
    await add('client_update_attachments', { update_id: update.id, ...attached })
  }
  return refused
}

/** All that somebody who may see everything reads, and what the first attached file says. */
export async function look(db: SupabaseClient): Promise<Life> {
  const tables: Life['tables'] = {}
  for (const table of TABLES) {
    const { data, error } = await db.from(table).select()
    if (!error) tables[table] = z.array(z.record(z.string(), z.unknown())).parse(data)
  }
  const path = tables.client_update_attachments?.[0]?.file_path
  const { data } = await db.storage.from('client-update-files').download(String(path))
  return { tables, file: data ? await data.text() : undefined }
}

/** What of `then` is not there any more, or says something else now, in columns that both know. */
export function lost(then: Life, now: Life): string[] {
  const gone = then.file === now.file ? [] : [`The file says ${now.file}, not ${then.file}.`]
  for (const [table, rows] of Object.entries(then.tables)) {
    const there = new Map((now.tables[table] ?? []).map((row) => [keyOf(row), row]))
    for (const row of rows) {
      const same = there.get(keyOf(row))
      if (!same) gone.push(`${table} ${keyOf(row)} is gone.`)
      else gone.push(...differences(row, same).map((column) => `${table} ${keyOf(row)}: ${column} is another.`))
    }
  }
  return gone
}

const keyOf = (row: Row) => (row.id === undefined ? JSON.stringify(row) : String(row.id))

/** What a search looks through is derived anew, and what a migration changes is newer than it was. */
const derived: ReadonlySet<string> = new Set(['search_text', 'search_name', 'updated_at'])

const differences = (then: Row, now: Row) =>
  Object.keys(then).filter(
    (column) => column in now && !derived.has(column) && JSON.stringify(then[column]) !== JSON.stringify(now[column]),
  )
