import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder } from 'engine/testing/database'
import { signIn } from '../earlier/life.ts'

const root = join(import.meta.dirname, '../..')
/** What an attachment may be at most is twice as much. */
const FILE_BYTES = 5_000_000

/** Puts files of random bytes beside the updates there are, by the API as a browser does; resolves to how many. */
export async function attachFiles(url: string, gigabytes: number): Promise<number> {
  const db = await signIn(url)
  const { data: updates } = await db.from('project_updates').select('id')
  const files = Math.ceil((gigabytes * 1e9) / FILE_BYTES)
  for (let number = 0; number < files; number++) {
    const update_id = String(updates?.[number % updates.length]?.id)
    const file_path = `${update_id}/${number}_large.pdf`
    const type = 'application/pdf'
    const file = new Blob(['%PDF-1.4\n', randomBytes(FILE_BYTES)], { type })
    const uploaded = await db.storage.from('client-update-files').upload(file_path, file)
    if (uploaded.error) throw uploaded.error
    const attached = { update_id, file_name: 'large.pdf', file_path, file_type: type, file_size: file.size }
    const { error } = await db.from('client_update_attachments').insert(attached)
    if (error) throw error
  }
  return files
}

/** Adds the large agency of the benches, with the people of the seed around whom it is made, to a database nobody has open. */
export async function addLargeAgency(dataDir: string): Promise<void> {
  const { client, end } = await openFolder(join(dataDir, 'db'))
  try {
    await client.query(`set search_path to public, extensions; set timezone to 'UTC'`)
    for (const file of ['supabase/seed.sql', 'bench/large-agency.sql']) {
      await client.query('begin')
      for (const statement of (await readFile(join(root, file), 'utf8')).split(/(?<=;)\n/))
        await client.query(statement)
      await client.query('commit')
    }
    await client.query(`
      insert into public.chat_messages (agency_id, sender_id, content)
      select agency_id, id, 'Message ' || n from public.user_profiles, generate_series(1, 10) as n
      where agency_id is not null`)
  } finally {
    await end()
  }
}
