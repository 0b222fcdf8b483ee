import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))

type Made = { id: string; token: string; hash: string }
type Agency = 'north' | 'south'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

async function makeLink(agency: Agency = 'north', name = 'Maria’s phone'): Promise<Made> {
  const { ben, cleo } = testData.people
  const { db } = agency === 'north' ? ben : cleo
  const [made] = await arrange(db.rpc('make_client_link', { client: testData.work[agency].client, name }))
  return { ...made, hash: hashOf(made.token) }
}

const open = (token_hash: string, rest: object = {}) =>
  arrange(service.rpc('open_client_page', { token_hash, ...rest }))

const reach = async (updateId: string) => {
  const [row] = await arrange(testData.people.ben.db.from('update_reach').select().eq('update_id', updateId))
  return row
}

async function report(row: object = {}): Promise<string> {
  const { project } = testData.work.north
  const update = { project_id: project, title: 'The menu', content: 'It is done.', visibility: 'client', ...row }
  const id = crypto.randomUUID()
  await arrange(service.from('project_updates').insert({ id, created_by: testData.people.ben.id, ...update }))
  return id
}

it('tells a token of 256 bits once, and keeps its hash where the API does not reach', async () => {
  const { id, token } = await makeLink()
  expect(token).toMatch(/^[\w-]{43}$/)
  const [link] = await arrange(service.from('client_links').select().eq('id', id))
  expect(JSON.stringify(link)).not.toContain(token)
  expect(Object.keys(link)).not.toContain('token_hash')
})

it.each([
  ['ben', 'south'],
  ['cleo', 'north'],
  ['ivy', 'closed'],
  ['uma', 'north'],
] as const)('lets %s make none for a client of %s', async (who, agency) => {
  const given = { client: testData.work[agency].client, name: 'Mine' }
  const { error } = await testData.people[who].db.rpc('make_client_link', given)
  expect(error?.message).toBe('This client no longer exists, or you may not make links for it.')
})

describe('a page', () => {
  it('has what the client may see, and nothing that means anything elsewhere', async () => {
    const secret = await report({ title: 'Between us', visibility: 'agency' })
    const shown = await report()
    const { hash } = await makeLink()
    const page = await open(hash)
    expect(page.client).toBe('Isolation')
    expect(page.projects).toEqual([{ name: 'Isolation', status: 'planning' }])
    expect(page.updates.map(({ title }: { title: string }) => title)).toContain('The menu')
    const text = JSON.stringify(page)
    expect(text).not.toContain('Between us')
    for (const id of [secret, shown, testData.work.north.client, testData.work.north.project])
      expect(text).not.toContain(id)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
  })

  it('has one update less at once, where visibility is taken back', async () => {
    const id = await report({ title: 'A mistake' })
    const { hash } = await makeLink()
    expect(JSON.stringify(await open(hash))).toContain('A mistake')
    await arrange(testData.people.ben.db.from('project_updates').update({ visibility: 'internal' }).eq('id', id))
    expect(JSON.stringify(await open(hash))).not.toContain('A mistake')
  })

  it('names nothing by a name that another link knows', async () => {
    const [one, other] = [await makeLink(), await makeLink()]
    const [{ ref }] = (await open(one.hash)).updates
    expect(JSON.stringify(await open(other.hash))).not.toContain(ref)
  })
})

it('asks for files by names that its own page gave it, and by no others', async () => {
  const id = await report({ title: 'With a file' })
  const path = `${id}/1_menu.csv`
  await arrangeFile(path)
  const attachment = { update_id: id, file_name: 'Menu.csv', file_path: path, file_type: 'text/csv', file_size: 9 }
  await arrange(service.from('client_update_attachments').insert(attachment))
  const [own, another, ofAnotherClient] = [await makeLink(), await makeLink(), await makeLink('south')]
  const { updates } = await open(own.hash)
  const [file] = updates.flatMap(({ files }: { files: { ref: string }[] }) => files)
  const ask = ({ hash }: Made, name = file.ref) =>
    arrange(service.rpc('client_page_file', { token_hash: hash, file: name }))
  expect(await ask(own)).toMatchObject([{ file_path: path }])
  for (const link of [another, ofAnotherClient]) expect(await ask(link)).toEqual([])
  for (const name of [path, 'Menu.csv', id]) expect(await ask(own, name)).toEqual([])
})

/** Links that open no client page. */
const closedLinks = {
  async guessed() {
    return hashOf(crypto.randomUUID())
  },
  async expired() {
    const { id, hash } = await makeLink()
    await arrange(service.from('client_links').update({ expires_at: '2020-01-01' }).eq('id', id))
    return hash
  },
  async revoked() {
    const { id, hash } = await makeLink()
    const { db } = testData.people.ben
    await arrange(db.from('client_links').update({ revoked_at: new Date().toISOString() }).eq('id', id))
    return hash
  },
  async 'of a deleted client'() {
    const agency_id = testData.agencies.north
    const id = crypto.randomUUID()
    const client = { id, agency_id, name: 'Gone', email: 'gone@isolation.test' }
    const { db } = testData.people.ben
    await arrange(service.from('clients').insert(client))
    const [{ token }] = await arrange(db.rpc('make_client_link', { client: id, name: 'Gone' }))
    await arrange(db.from('clients').delete().eq('id', id))
    return hashOf(token)
  },
}

describe.each(Object.entries(closedLinks))('a link that is %s', (_, closed) => {
  it('opens no page and no file, and answers nothing', async () => {
    const token_hash = await closed()
    expect(await open(token_hash)).toBeNull()
    expect(await arrange(service.rpc('client_page_file', { token_hash, file: '0'.repeat(20) }))).toEqual([])
    const answer = { token_hash, update: '0'.repeat(20), answer: 'approved', comment: '', name: 'Eve' }
    expect(await arrange(service.rpc('answer_client_update', answer))).toBeNull()
  })
})

it('[who-may-do-what.md#links] does not take a revocation back, nor last for more than a year', async () => {
  const { id } = await makeLink()
  const link = testData.people.ben.db.from('client_links')
  const inTwoYears = new Date(Date.now() + 2 * 365 * 86_400_000).toISOString()
  expect((await link.update({ expires_at: inTwoYears }).eq('id', id)).error?.message).toContain('a year at most')
  await arrange(link.update({ revoked_at: '2020-01-01' }).eq('id', id))
  const again = await link.update({ revoked_at: null }).eq('id', id)
  expect(again.error?.message).toBe('A link that was revoked cannot be changed. Make a new one.')
})

it('counts that its page was opened, a reload within ten minutes not again', async () => {
  const id = await report()
  expect(await reach(id)).toMatchObject({ times_opened: 0, first_opened_at: null })
  const { hash } = await makeLink()
  await open(hash, { counts: false })
  expect(await reach(id)).toMatchObject({ times_opened: 0 })
  await open(hash)
  await open(hash)
  expect(await reach(id)).toMatchObject({ times_opened: 1, first_opened_at: expect.any(String) })
})

describe('an update that is edited', () => {
  it('says so, and keeps what it said', async () => {
    const id = await report({ title: 'First words' })
    await arrange(testData.people.ana.db.from('project_updates').update({ title: 'Better words' }).eq('id', id))
    const [update] = await arrange(testData.people.ben.db.from('project_updates').select().eq('id', id))
    expect(update).toMatchObject({ title: 'Better words', edited_at: expect.any(String) })
    const versions = await arrange(testData.people.ben.db.from('project_update_versions').select().eq('update_id', id))
    expect(versions).toMatchObject([{ title: 'First words', replaced_by: testData.people.ana.id }])
  })

  it('is not edited by who neither wrote it nor administers', async () => {
    const { project } = testData.work.north
    const id = crypto.randomUUID()
    await arrange(service.from('project_updates').insert({ id, project_id: project, title: 'Ana’s', content: 'Words' }))
    const edit = testData.people.ben.db.from('project_updates').update({ title: 'Ben’s' }).eq('id', id).select()
    expect(await arrange(edit)).toEqual([])
  })
})

it('[for-clients.md] is read and answered through the function, where no server fills the page', async () => {
  const id = await report({ title: 'By the function', update_type: 'review' })
  const path = `${id}/1_menu.csv`
  await arrangeFile(path)
  const file = { update_id: id, file_name: 'Menu.csv', file_path: path, file_type: 'text/csv', file_size: 9 }
  await arrange(service.from('client_update_attachments').insert(file))
  const { token } = await makeLink()
  const ask = (body: object) => testData.people.visitor.db.functions.invoke('for-client', { body: { token, ...body } })
  const { data: page } = await ask({})
  const [update] = page.updates.filter(({ title }: { title: string }) => title === 'By the function')
  expect((await ask({ file: update.files[0].ref })).data).toBe('bread,$5\n')
  const answer = { update: update.ref, answer: 'approved', name: 'Maria' }
  expect((await ask(answer)).data).toEqual({ outcome: 'stored' })
  for (const guess of [{ token: 'guessed' }, { file: '0'.repeat(20) }, { ...answer, update: '0'.repeat(20) }]) {
    expect((await ask(guess)).response?.status).toBe(404)
  }
})

it('[for-clients.md#opened] counts no preview by the function, of the page or of a month', async () => {
  const id = await report()
  const { token } = await makeLink()
  const ask = (body: object) => testData.people.visitor.db.functions.invoke('for-client', { body: { token, ...body } })
  for (const body of [{}, { month: '2026-11' }]) expect((await ask({ preview: true, ...body })).error).toBeNull()
  expect(await reach(id)).toMatchObject({ times_opened: 0 })
  await ask({})
  expect(await reach(id)).toMatchObject({ times_opened: 1 })
})

async function arrangeFile(path: string) {
  const stored = await service.storage
    .from('client-update-files')
    .upload(path, 'bread,$5\n', { contentType: 'text/csv' })
  if (stored.error) throw stored.error
}
