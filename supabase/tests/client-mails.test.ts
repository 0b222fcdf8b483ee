import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './functions-client.ts'
import { outbox } from './outbox.ts'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))

/** A red picture of one pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

async function report(row: object = {}): Promise<string> {
  const id = crypto.randomUUID()
  const update = { id, project_id: testData.work.north.project, title: 'The new menu', content: 'All of it is done.' }
  await arrange(service.from('project_updates').insert({ ...update, visibility: 'client', ...row }))
  return id
}

const address = () => `maria.${crypto.randomUUID()}@client-mails.test`
const request = (update_id: string, recipient: string) =>
  testData.people.ben.db.from('client_mails').insert({ update_id, recipient })
const mailsTo = async (recipient: string) => (await outbox()).filter((mail) => mail.includes(`To: ${recipient}`))

it('[client-updates.md#mailing] mails an update once, whoever calls, with a link that opens the client’s page', async () => {
  const [id, recipient] = [await report(), address()]
  const path = `${id}/1_menu.png`
  const bytes = Buffer.from(PICTURE, 'base64')
  await service.storage.from('client-update-files').upload(path, bytes, { contentType: 'image/png' })
  const file = { update_id: id, file_name: 'Menu.png', file_path: path, file_type: 'image/png', file_size: 70 }
  await arrange(service.from('client_update_attachments').insert(file))
  await arrange(request(id, recipient))
  await Promise.all([
    call(testData.people.ben, 'mail-clients', {}),
    call(testData.people.cleo, 'mail-clients', {}),
    call({ db: service }, 'send-due-mails', {}),
  ])
  await expect.poll(() => mailsTo(recipient)).toHaveLength(1)
  const [mail = ''] = await mailsTo(recipient)
  expect(mail).toMatch(/^Subject: The new menu\r$/m)
  expect(mail).toMatch(/^Reply-To: hello@north\.test\r$/m)
  expect(mail).toMatch(/^Content-Type: image\/\w+/m)

  const [, token = ''] = /\/for\/([\w-]{43})/.exec(mail) ?? []
  const token_hash = createHash('sha256').update(token).digest('hex')
  const page = await arrange(service.rpc('open_client_page', { token_hash }))
  expect(page.updates.map(({ title }: { title: string }) => title)).toContain('The new menu')
  const [link] = await arrange(testData.people.ben.db.from('client_links').select().eq('update_id', id))
  expect(link).toMatchObject({ name: `Mail to ${recipient}`, created_by: testData.people.ben.id })
})

it('mails nothing that the client does not see, or no longer sees', async () => {
  const hidden = await request(await report({ visibility: 'agency' }), address())
  expect(hidden.error?.code).toBe('42501')
  const [id, recipient] = [await report(), address()]
  await arrange(request(id, recipient))
  await arrange(service.from('project_updates').update({ visibility: 'agency' }).eq('id', id))
  await call(testData.people.ben, 'mail-clients', {})
  expect(await mailsTo(recipient)).toEqual([])
})

it('refuses the twenty-first mail of one update, and an address that is none', async () => {
  const id = await report()
  const mailed = { update_id: id, recipient: 'a@b.test', mailed_at: new Date().toISOString() }
  await arrange(service.from('client_mails').insert(Array(20).fill(mailed)))
  const { error, status } = await request(id, address())
  expect([status, error?.message]).toEqual([429, 'This update was mailed twenty times already.'])
  expect((await request(await report(), 'Maria <a@b.test>, c@d.test')).error?.code).toBe('23514')
})

it('[client-updates.md#weekly-mail] tells a client who wants it what is new, once a week', async () => {
  const { ben } = testData.people
  const recipient = address()
  const client = crypto.randomUUID()
  const project = crypto.randomUUID()
  const row = { id: client, agency_id: testData.agencies.north, name: 'Weekly', email: recipient }
  await arrange(service.from('clients').insert(row))
  const work = { id: project, agency_id: testData.agencies.north, client_id: client, name: 'Care plan' }
  await arrange(service.from('projects').insert({ ...work, project_type: 'maintenance' }))
  await report({ project_id: project, title: 'Two pages are new' })
  const sendDue = () => call({ db: service }, 'send-due-mails', {})
  await sendDue()
  expect(await mailsTo(recipient)).toEqual([])

  await arrange(ben.db.from('clients').update({ wants_digest: true }).eq('id', client))
  const changedAt = async () => (await arrange(service.from('clients').select('updated_at').eq('id', client)))[0]
  const before = await changedAt()
  await Promise.all([sendDue(), sendDue()])
  await expect.poll(() => mailsTo(recipient)).toHaveLength(1)
  expect(await changedAt(), 'nobody’s open form hears of a newer version').toEqual(before)
  const [mail = ''] = await mailsTo(recipient)
  expect(mail).toMatch(/^Subject: One update from North Street Marketing this week\r$/m)
  expect(mail).toContain('Two pages are new')
  expect(mail).toMatch(/\/for\/[\w-]{43}/)

  await report({ project_id: project, title: 'And one more' })
  await sendDue()
  expect(await mailsTo(recipient)).toHaveLength(1)
  await arrange(
    service
      .from('clients')
      .update({ digested_at: new Date(Date.now() - 8 * 86_400_000) })
      .eq('id', client),
  )
  await sendDue()
  await expect.poll(() => mailsTo(recipient)).toHaveLength(2)
  const forged = await ben.db.from('clients').update({ digested_at: null }).eq('id', client)
  expect(forged.error?.code).toBe('42501')
  await arrange(service.from('clients').delete().eq('id', client))
})
