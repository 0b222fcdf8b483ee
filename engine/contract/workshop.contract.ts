import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { enginePerFile } from '../testing/engine-per-file.ts'
import { freshDatabase } from '../testing/fresh-database.ts'

const others = join(import.meta.dirname, '../sample-projects')
const engine = await enginePerFile('workshop', { project: join(others, 'workshop') })

async function open() {
  const { TEST_POSTGRES_URL: server } = process.env
  await engine.start(
    {
      SITE_DIR: others,
      DATABASE_URL: server ? await freshDatabase(server) : '',
    },
    '--seed',
  )
  const key = await engine.anonKey()
  return () => createClient(engine.url, key, { auth: { persistSession: false } })
}

// The test starts a server, which takes time on a busy machine.

it('runs a project of Atomic CRM’s shape whole: dumps, views, triggers that find pictures, functions, files', async () => {
  const client = await open()
  const vera = client()
  expect((await vera.from('init_state').select().single()).data).toEqual({ is_initialized: 0 })

  // A trigger on auth.users: the first user becomes the manager.
  const options = { data: { first_name: 'Vera', last_name: 'North' } }
  await vera.auth.signUp({ email: 'vera@workshop.test', password: 'a good one', options })
  const { data: staff } = await vera.from('staff').select('id, first_name, administrator').single()
  expect(staff).toMatchObject({ first_name: 'Vera', administrator: true })
  expect((await client().from('firms').select()).data).toEqual([])
  expect((await vera.from('firms').select('name, logo')).data).toEqual([
    { name: 'Couriers Ltd', logo: { src: 'own.png' } },
  ])

  // Triggers that use an extension without naming its schema, and a function with its own search path.
  const picturesUrl = 'https://elsewhere.test'
  await vera.from('configuration').update({ pictures_url: picturesUrl }).eq('id', 1).throwOnError()
  const customer = (email: string) => ({
    first_name: 'Ada',
    emails: [{ email, type: 'Work' }],
    firm_id: 1,
    tags: [2, 1],
  })
  const add = async (email: string) =>
    (await vera.from('customers').insert(customer(email)).select('picture, staff_id').single()).data
  const own = { staff_id: staff?.id }
  const avatar = (email: string) => ({
    src: `${picturesUrl}/avatar/${createHash('sha256').update(email).digest('hex')}`,
  })
  for (const email of ['ada@couriers.test', 'bert@couriers.test'])
    expect(await add(email)).toEqual({ ...own, picture: avatar(email) })
  expect(await add('cora@mail.test')).toEqual({ ...own, picture: null })
  const firms = [
    { name: 'A', website: 'https://www.bakers.test/about' },
    { name: 'B', website: 'mail.test' },
  ]
  expect((await vera.from('firms').insert(firms).select('logo')).data).toEqual([
    { logo: { src: `${picturesUrl}/icon/bakers.test`, title: 'Company favicon' } },
    { logo: null },
  ])

  // Views under row security, searches in them, and a function that moves a row's dependents.
  const file = `${crypto.randomUUID()}.txt`
  const attachments = vera.storage.from('attachments')
  expect((await attachments.upload(file, 'The frame')).error).toBeNull()
  const [ada, bert] = (await vera.from('customers').select('id').order('id').throwOnError()).data
  const note = { customer_id: bert?.id, text: 'Brakes', attachments: [{ path: file }] }
  await vera.from('notes').insert(note).throwOnError()
  await vera.rpc('merge_customers', { loser_id: bert?.id, winner_id: ada?.id }).throwOnError()
  const summary = vera
    .from('customers_summary')
    .select('tags, emails, firm_name, nb_notes')
    .ilike('email_fts', '%bert@%')
  expect((await summary).data).toEqual([
    {
      ...{ tags: [1, 2], firm_name: 'Couriers Ltd', nb_notes: 1 },
      emails: [
        expect.objectContaining({ email: 'ada@couriers.test' }),
        expect.objectContaining({ email: 'bert@couriers.test' }),
      ],
    },
  ])
  expect((await vera.from('firms_summary').select('nb_customers').eq('id', 1).single()).data).toEqual({
    nb_customers: 2,
  })
  expect((await vera.from('activity_log').select('type').order('type')).data?.map(({ type }) => type)).toEqual([
    'firm.created',
    'firm.created',
    'firm.created',
    'note.created',
  ])

  // A trigger calls a function of the project with the token of the user who deletes a note, and the note's file is
  // removed.
  await vera.from('notes').delete().eq('text', 'Brakes').throwOnError()
  await expect.poll(async () => (await attachments.list()).data).toEqual([])

  // A function that verifies the token itself, and invites by the project's template.
  const body = { email: 'walt@workshop.test', password: 'another one', first_name: 'Walt', last_name: 'South' }
  expect((await client().functions.invoke('staff', { body })).error?.context.status).toBe(401)
  const invited = await vera.functions.invoke('staff', { body })
  expect(invited.data?.data).toMatchObject({ first_name: 'Walt', administrator: false })
  const walt = client()
  expect((await walt.auth.signInWithPassword({ email: body.email, password: body.password })).error?.code).toBe(
    'email_not_confirmed',
  )

  // Mails: an invitation by a template, and a notification by one that config.toml names from its own folder.
  await vera.auth.updateUser({ password: 'a better one' })
  const outbox = join(engine.dataDir, 'outbox')
  const mails = async () =>
    (await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')))).join('\n')
  await expect.poll(mails).toContain('Your password of the workshop')
  expect(await mails()).toContain('Come and join the workshop')
})
