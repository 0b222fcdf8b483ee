import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'
import { BUCKET, csv, pathIn } from './update-files.ts'

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))

type Asked = { title?: string; words?: string; name?: string; files?: { path: string; name: string }[] }

/** A new client of an agency with a link. */
async function newClient(agency: 'north' | 'south' = 'north', more: object = {}) {
  const { ben, cleo } = testData.people
  const { db } = agency === 'north' ? ben : cleo
  const client = crypto.randomUUID()
  const row = { id: client, agency_id: testData.agencies[agency], name: 'Asking', email: 'asking@isolation.test' }
  await arrange(service.from('clients').insert({ ...row, ...more }))
  const link = async () => {
    const [{ id, token }] = await arrange(db.rpc('make_client_link', { client, name: 'Maria' }))
    return { id, hash: createHash('sha256').update(token).digest('hex') }
  }
  return { client, link, ...(await link()) }
}

const ask = (token_hash: string, given: Asked = {}, request = crypto.randomUUID()) =>
  arrange(
    service.rpc('store_client_request', {
      token_hash,
      request,
      title: 'A new menu',
      words: '',
      name: 'Maria',
      ...given,
    }),
  )
const begin = (token_hash: string) =>
  arrange(service.rpc('begin_client_request', { token_hash, request: crypto.randomUUID() }))
const page = (token_hash: string) => arrange(service.rpc('open_client_page', { token_hash }))
const requestsOf = (client: string) =>
  arrange(service.from('client_requests').select('*, files:client_request_files(*)').eq('client_id', client))

async function upload(request: string) {
  const path = pathIn(request)
  const { error } = await service.storage.from(BUCKET).upload(path, csv())
  if (error) throw error
  return { path, name: 'Prices.csv' }
}

it('[for-clients.md#asking] stores what is asked once, with its files as storage knows them', async () => {
  const { client, hash, id: link_id } = await newClient()
  const request = crypto.randomUUID()
  const files = [await upload(request)]
  expect(await ask(hash, { words: ' With pictures ', files }, request)).toBe('stored')
  const again = crypto.randomUUID()
  expect(await ask(hash, { words: 'With pictures', files: [await upload(again)] }, again)).toBe('repeated')
  expect(await requestsOf(client)).toMatchObject([
    {
      ...{ id: request, title: 'A new menu', words: 'With pictures', name: 'Maria', link_id, status: 'received' },
      files: [{ file_name: 'Prices.csv', file_type: 'text/csv', file_size: 16, file_path: files[0]?.path }],
    },
  ])
  // The same words with another file say more than before.
  expect(await ask(hash, { words: 'With pictures' })).toBe('stored')
})

it('[for-clients.md#asking] counts a line break as the one character that was typed', async () => {
  const { client, hash } = await newClient()
  const lines = Array(100).fill('x'.repeat(49))
  expect(await ask(hash, { words: lines.join('\r\n') })).toBe('stored')
  expect(await requestsOf(client)).toMatchObject([{ words: lines.join('\n') }])
})

it('[for-clients.md#asking] takes two clicks at the same moment for one', async () => {
  const { client, hash } = await newClient()
  expect((await Promise.all([ask(hash), ask(hash), ask(hash)])).sort()).toEqual(['repeated', 'repeated', 'stored'])
  expect(await requestsOf(client)).toHaveLength(1)
})

it.each([
  ['untitled', { title: ' \n' }],
  ['nameless', { name: '\t' }],
  ['too long', { title: 'x'.repeat(121) }],
  ['too long', { words: 'x'.repeat(5001) }],
  ['too long', { name: 'x'.repeat(101) }],
])('[for-clients.md#asking] is not taken where it is %s', async (why, given) => {
  const { client, hash } = await newClient()
  expect(await ask(hash, given)).toBe(why)
  expect(await requestsOf(client)).toEqual([])
})

it('[for-clients.md#asking] takes fifty open ones of a client', async () => {
  const { client, id, hash } = await newClient()
  const old = { client_id: client, link_id: id, title: 'Old', name: 'Maria' }
  await arrange(service.from('client_requests').insert(Array.from({ length: 50 }, () => old)))
  expect([await begin(hash), await ask(hash)]).toEqual(['too many open', 'too many open'])
  await arrange(service.from('client_requests').update({ status: 'done' }).eq('client_id', client))
  expect(await ask(hash)).toBe('stored')
})

it('[for-clients.md#asking] takes nothing by a link that may not ask, was revoked or never was', async () => {
  const { client, id, hash } = await newClient()
  const { db } = testData.people.ben
  await arrange(db.from('client_links').update({ may_ask: false }).eq('id', id))
  expect([await begin(hash), await ask(hash), (await page(hash)).may_ask]).toEqual(['closed', 'closed', false])
  await arrange(db.from('client_links').update({ revoked_at: new Date().toISOString() }).eq('id', id))
  const guessed = createHash('sha256').update('guessed').digest('hex')
  for (const closed of [hash, guessed]) expect([await begin(closed), await ask(closed)]).toEqual([null, null])
  expect(await requestsOf(client)).toEqual([])
})

it('[for-clients.md#asking] shows each client what became of it, and no other client', async () => {
  const { client, hash } = await newClient()
  const other = await newClient()
  const { ben } = testData.people
  await ask(hash, { title: 'A secret sale', words: 'On Friday' })
  const [request] = await requestsOf(client)
  const change = (to: object) => arrange(ben.db.from('client_requests').update(to).eq('id', request.id))
  const shown = async () => (await page(hash)).asked
  expect(await shown()).toMatchObject([
    { title: 'A secret sale', words: 'On Friday', status: 'received', name: 'Maria' },
  ])
  await change({ assigned_to: ben.id })
  expect(await shown()).toMatchObject([{ status: 'in_progress' }])
  await change({ status: 'not_now', reason: 'In spring' })
  expect(await shown()).toMatchObject([{ status: 'not_now', reason: 'In spring' }])
  await change({ status: 'done' })
  expect(await shown()).toMatchObject([{ status: 'done', reason: null }])
  expect(JSON.stringify(await page(other.hash))).not.toContain('secret')
  expect(JSON.stringify(await shown())).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
})

describe('its files', () => {
  it('are read by who sees the request, and written by nobody', async () => {
    const { hash } = await newClient()
    const request = crypto.randomUUID()
    const file = await upload(request)
    await ask(hash, { files: [file] }, request)
    const { ben, cleo, visitor } = testData.people
    const read = async ({ db }: typeof ben) => (await db.storage.from(BUCKET).download(file.path)).data?.size
    expect([await read(ben), await read(cleo), await read(visitor)]).toEqual([16, undefined, undefined])
    const more = await ben.db.storage.from(BUCKET).upload(pathIn(request), csv())
    expect(more.error?.message).toContain('row-level security')
    await ben.db.storage.from(BUCKET).remove([file.path])
    expect(await read(ben)).toBe(16)
  })
})

it('[notices.md#asked] tells who looks after the client, else the staff of its open projects', async () => {
  const { ana, ben } = testData.people
  const told = async ({ client, hash }: Awaited<ReturnType<typeof newClient>>) => {
    await ask(hash)
    const [{ id }] = await requestsOf(client)
    const notices = await arrange(service.from('notices').select('user_id').eq('request_id', id))
    return notices.map(({ user_id }: { user_id: string }) => user_id)
  }
  expect(await told(await newClient('north', { looked_after_by: ana.id }))).toEqual([ana.id])
  const unattended = await newClient()
  const project = { client_id: unattended.client, agency_id: testData.agencies.north, project_type: 'maintenance' }
  await arrange(
    service.from('projects').insert([
      { ...project, name: 'Open', assigned_to: ben.id, status: 'planning' },
      { ...project, name: 'Closed', assigned_to: ana.id, status: 'completed' },
    ]),
  )
  expect(await told(unattended)).toEqual([ben.id])
})
