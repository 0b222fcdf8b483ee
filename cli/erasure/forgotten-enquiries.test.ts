import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderPlace } from 'engine/maintenance'
import { copyFirstStart, hashQuickly, keysOf, startEngineProcess } from 'engine/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { keepReceipts } from '../../server/erasure/erasure-receipts.ts'
import { clientWith, type DataClient } from '../../server/service-client.ts'
import { runCommand } from '../command-line/run-command.ts'
import { backup } from '../commands/backup.ts'
import { restore } from '../commands/restore.ts'

let home: string
let archives: string
let server: Awaited<ReturnType<typeof startEngineProcess>> | undefined

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'forgotten-'))
  archives = join(home, 'archives')
  const env = {
    LOG_LEVEL: 'silent',
    MAIL_URL: 'file:',
    BACKUP_URL: archives,
    BACKUP_PASSPHRASE: 'correct horse battery',
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  await hashQuickly()
  await copyFirstStart(join(home, 'source'), { program: 'main.ts', seed: true })
})
afterAll(async () => {
  await server?.end('SIGKILL')
  vi.unstubAllEnvs()
  await rm(home, { recursive: true, force: true })
})

/** Starts the server on a data folder; without BACKUP_URL, so that it makes no backup of its own. */
async function start(folder: string): Promise<DataClient> {
  const dataDir = join(home, folder)
  server = await startEngineProcess({ program: 'main.ts', dataDir, seed: false, env: { BACKUP_URL: '' } })
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('PORT', new URL(server.url).port)
  return clientWith(server.url, (await keysOf(dataDir)).serviceRoleKey)
}

async function run(...args: string[]) {
  const said: string[] = []
  const stdout = { isTTY: false, write: (text: string) => said.push(text) > 0 }
  const code = await runCommand({ backup, restore }, args, { stdout, stderr: stdout })
  expect(code, said.join('')).toBe(0)
  return said.join('')
}

const MONTHS_AGO = new Date(Date.now() - 214 * 24 * 3600_000).toISOString()
const enquiry = { business_name: 'Shop', phone: '1', service: 'ai', notified_at: MONTHS_AGO }

async function named(db: DataClient): Promise<string[]> {
  const { data, error } = await db
    .from('contact_submissions')
    .select('name')
    .in('name', ['Olga', 'Young'])
    .order('name')
  if (error) throw error
  return data.map(({ name }) => name)
}

it('[enquiries.md#forgetting] an enquiry that was forgotten is forgotten again where a backup from before is restored', async () => {
  const before = await start('source')
  const enquiries = [
    { ...enquiry, name: 'Olga', email: 'olga@visitor.test', created_at: MONTHS_AGO },
    { ...enquiry, name: 'Young', email: 'young@visitor.test', created_at: new Date().toISOString() },
  ]
  const added = await before.from('contact_submissions').insert(enquiries)
  if (added.error) throw added.error
  await run('backup')

  // The agency chooses six months after the backup, so that no later night would forget in the restored database.
  const chosen = await before.from('agencies').update({ forget_enquiries_after: 6 }).eq('answers_website', true)
  if (chosen.error) throw chosen.error
  const { data: gone } = await before.rpc('forget_enquiries', { is_night: true })
  expect(gone).toBeGreaterThanOrEqual(1)
  expect(await named(before)).toEqual(['Young'])
  await keepReceipts(before, async () => folderPlace(archives))
  await server?.end('SIGTERM')

  vi.stubEnv('DATA_DIR', join(home, 'restored'))
  expect(await run('restore')).toContain('1 erasure of since then: done again when the server starts')
  const after = await start('restored')
  expect(await named(after)).toEqual(['Young'])
  const { data: restored } = await after.from('agencies').select('forget_enquiries_after').eq('answers_website', true)
  expect(restored).toEqual([{ forget_enquiries_after: null }])
  // The backup is older than the receipt of the night, so this one is of an enquiry that had come back.
  const { data: receipts } = await after.rpc('erasure_receipts')
  expect(receipts).toMatchObject([{ kind: 'enquiry', rows: { 'public.contact_submissions': 1 } }])
})
