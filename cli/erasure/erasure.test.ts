import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderPlace } from 'engine/maintenance'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { eraseAgain, noteErasures } from '../../server/erasure/erase-again.ts'
import { readReceipts, receiptsSince } from '../../server/erasure/erasure-receipts.ts'
import { clientWith } from '../../server/service-client.ts'
import { runCommand } from '../command-line/run-command.ts'
import { erase } from '../commands/erase.ts'
import { exportAll } from '../commands/export.ts'

const { url, anonKey, serviceRoleKey } = inject('engine')
const db = clientWith(url, serviceRoleKey)
const home = mkdtempSync(join(tmpdir(), 'mainstreet-erasure-'))
const backups = join(home, 'backups')

const agency = { id: crypto.randomUUID(), name: `Erased ${crypto.randomUUID()}` }
const client = {
  id: crypto.randomUUID(),
  agency_id: agency.id,
  name: `Ella ${crypto.randomUUID()}`,
  email: 'ella@client.test',
}
const project = crypto.randomUUID()
const update = crypto.randomUUID()
const path = `${update}/1_plan.csv`

async function run(...args: string[]) {
  const said = { out: '', err: '' }
  const write = (to: 'out' | 'err') => ({
    isTTY: false,
    write(text: string) {
      said[to] += text
      return true
    },
  })
  const asked = [...args, '--url', url, '--service-key', serviceRoleKey]
  const code = await runCommand({ erase, export: exportAll }, asked, { stdout: write('out'), stderr: write('err') })
  return { code, ...said }
}

async function insert(table: string, rows: object) {
  const { error } = await db.from(table).insert(rows)
  if (error) throw error
}

async function makeClient() {
  await insert('clients', client)
  await insert('projects', {
    id: project,
    agency_id: agency.id,
    client_id: client.id,
    name: 'Shop',
    project_type: 'consultation',
  })
  const review = { update_type: 'review', answer_by: '2026-11-30' }
  await insert('project_updates', { id: update, project_id: project, title: '=1+1', content: 'Done.', ...review })
  const { error } = await db.storage.from('client-update-files').upload(path, new Blob(['a,b'], { type: 'text/csv' }))
  if (error) throw error
  const file = { file_name: 'plan.csv', file_path: path, file_type: 'text/csv', file_size: 3 }
  await insert('client_update_attachments', { update_id: update, ...file })
}

const filesLeft = async () => (await db.storage.from('client-update-files').list(update)).data
const clientsLeft = async () => (await db.from('clients').select('name').eq('id', client.id)).data

beforeAll(async () => {
  vi.stubEnv('BACKUP_URL', backups)
  await insert('agencies', agency)
  await makeClient()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await db.from('agencies').delete().eq('id', agency.id)
  rmSync(home, { recursive: true, force: true })
})

it('takes away everything of a client in one archive, files too, and never over another file', async () => {
  const file = join(home, 'ella.tar.gz')
  expect(await run('export', 'client', client.name, '--to', file)).toMatchObject({ code: 0 })
  execFileSync('tar', ['-xzf', file, '-C', home])
  expect(await readFile(join(home, 'files', path), 'utf8')).toBe('a,b')
  expect(JSON.parse(await readFile(join(home, 'json/clients.json'), 'utf8'))).toMatchObject([client])
  expect(await readFile(join(home, 'csv/project_updates.csv'), 'utf8')).toContain(`,'=1+1,Done.,`)
  expect(JSON.parse(await readFile(join(home, 'json/project_updates.json'), 'utf8'))).toMatchObject([
    { update_type: 'review', answer_by: '2026-11-30' },
  ])
  expect(await run('export', 'client', client.id, '--to', file)).toMatchObject({ code: 2 })
})

it('puts an export into the folder that the person is in, or into DATA_DIR where nothing can be written there', async () => {
  const [here, data] = [await mkdtemp(join(home, 'here-')), await mkdtemp(join(home, 'data-'))]
  vi.stubEnv('DATA_DIR', data)
  for (const [caller, folder] of [
    [here, here],
    [join(home, 'nowhere'), data],
  ] as const) {
    vi.stubEnv('INIT_CWD', caller)
    expect(await run('export', 'client', client.id)).toMatchObject({ code: 0 })
    expect(await readdir(folder)).toEqual([expect.stringMatching(`^client-${client.id}-.*[.]tar[.]gz$`)])
  }
  vi.stubEnv('INIT_CWD', home)
  expect(await run('export', 'client', client.id, '--to', './ella-2.tar.gz')).toMatchObject({ code: 0 })
  expect(await readdir(home)).toContain('ella-2.tar.gz')
})

it('erases nobody before it is told to for good, nor somebody who is not there', async () => {
  const asked = await run('erase', 'client', client.name)
  expect(asked.out).toMatch(/1 {2}public\.projects\n[\s\S]*1 {2}file\nNothing was erased\. Repeat it with --yes\./)
  expect([await clientsLeft(), await filesLeft()]).toMatchObject([[{ name: client.name }], [{ name: '1_plan.csv' }]])
  expect(await run('erase', 'client', crypto.randomUUID(), '--yes')).toMatchObject({ code: 1 })
  expect(await run('erase', 'agency', agency.name, client.name, '--yes')).toMatchObject({ code: 2 })
})

it('erases a client with their files, keeps a receipt beside the backups, and erases again whom an older one brings back', async () => {
  const before = new Date().toISOString()
  expect(await run('erase', 'client', client.id, '--yes')).toMatchObject({ code: 0 })
  expect([await clientsLeft(), await filesLeft()]).toEqual([[], []])
  const [kept] = await readdir(backups)
  const text = await readFile(join(backups, `${kept}`), 'utf8')
  expect(text).not.toMatch(/ella|plan|erased [0-9a-f-]{36}/i)
  expect(text).not.toContain(client.id)

  await makeClient()
  const receipts = receiptsSince(await readReceipts(folderPlace(backups)), before)
  expect(receipts).toMatchObject([
    { kind: 'client', rows: { 'public.clients': 1 }, files: [expect.stringMatching(/^[0-9a-f]{64}$/)] },
  ])
  expect(receiptsSince(receipts, new Date(Date.now() + 60_000).toISOString())).toEqual([])
  await noteErasures(home, receipts)
  const engine = { url, ownUrl: url, anonKey, serviceRoleKey, drain: async () => {}, stop: async () => {} }
  await eraseAgain(engine, home)
  expect([await clientsLeft(), await filesLeft()]).toEqual([[], []])
  expect(await readdir(home)).not.toContain('erase-again.json')
})

it('erases what was deleted and could still be brought back', async () => {
  const title = `Gone ${crypto.randomUUID()}`
  await insert('recently_deleted', { kind: 'client', subject_id: crypto.randomUUID(), agency_id: agency.id, title })
  expect(await run('export', 'client', title, '--to', join(home, 'gone.tar.gz'))).toMatchObject({ code: 1 })
  expect(await run('erase', 'client', title, '--yes')).toMatchObject({ code: 0 })
  expect((await db.from('recently_deleted').select('id').eq('title', title)).data).toEqual([])
})
