import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealed } from '../isolation/random-payload.ts'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'
import type { Row } from './test-data.ts'
import { unsealedPayloads } from './unsealed-payloads.ts'

/** Values that the database accepts or refuses, independently of the forms. */

let agency: string
let bea: Person
let client: string
let project: string
let update: string
let entry: string

beforeAll(async () => {
  agency = crypto.randomUUID()
  await arrange(service.from('agencies').insert({ id: agency, name: 'Values' }))
  bea = await newPerson('Bea', { agencyId: agency, roles: ['agency_staff'] })
  client = await add('clients', { name: 'Corner Shop', email: 'corner@isolation.test' })
  project = await add('projects', { client_id: client, name: 'Site', project_type: 'web_development' })
  update = await add('project_updates', { project_id: project, title: 'Half way', content: 'Done' })
  entry = await add('password_vault', { title: 'Router', encrypted_password: sealed() })
})
afterAll(async () => {
  await removePeople(bea)
  await arrange(service.from('agencies').delete().eq('id', agency))
})

const add = async (table: string, row: Row): Promise<string> => {
  const [added] = await arrange(bea.db.from(table).insert(row).select())
  return added?.id
}

const valid: Record<string, () => Row> = {
  clients: () => ({ name: 'Corner Shop', email: 'corner@isolation.test' }),
  client_notes: () => ({ client_id: client, note_text: 'Call on Monday.' }),
  projects: () => ({ client_id: client, name: 'Site', project_type: 'web_development' }),
  client_people: () => ({ client_id: client, name: 'Maria Rossi' }),
  project_steps: () => ({ project_id: project, title: 'Take the pictures' }),
  project_notes: () => ({ project_id: project, note_text: 'Out of scope.' }),
  project_updates: () => ({ project_id: project, title: 'Half way', content: 'The menu is done.' }),
  client_update_attachments: () => ({
    ...{ update_id: update, file_name: 'menu.pdf', file_type: 'application/pdf', file_size: 1 },
    file_path: `${update}/${crypto.randomUUID()}_menu.pdf`,
  }),
  chat_messages: () => ({ content: 'Good morning' }),
  password_vault: () => ({ title: 'Router', encrypted_password: sealed() }),
  vault_access_logs: () => ({ vault_entry_id: entry, action: 'copied' }),
}

const insert = (table: string, row: Row) => bea.db.from(table).insert({ ...valid[table]?.(), ...row })

describe.each<[table: string, column: string, good: unknown[], bad: unknown[]]>([
  ['clients', 'name', ['Café Olé'], ['', ' \t\n', 'x'.repeat(201)]],
  [
    'clients',
    'email',
    ['a@b', 'a.b+c@d.test', 'jörg@bäckerei.test'],
    ['', 'a b@c.test', 'a@b@c', 'a@b.test,c@d.test', 'A <a@b.test>', 'a@b.test.', 'a@b.test\u200b', 'a..b@c.test'],
  ],
  [
    'clients',
    'website_url',
    [
      ...['https://shop.test/a?b#c', 'http://shop.test:8080', 'shop.test', 'SHOP.test/über', 'HTTPS://Shop.test:65535'],
      ...['http://localhost:3000', 'bäckerei.test/brötchen?a=b|c#d', 'パン.test', 'shop.test:8080/menu', null],
    ],
    [
      ...['javascript:alert(1)', 'JAVASCRIPT:alert(1)', 'javascript:1/alert(1)', 'javascript:1?alert(1):2', 'data:1/x'],
      ...['data:text/html,x', '//shop.test', 'https:80', 'shop', 'https://shop.test:65536', 'https://sh..op.test'],
      ...['https://-shop.test', 'https://a@shop.test', 'https://shop.test%40b.test', 'https://shop.test\\@b.test'],
      ...[
        'https:///b.test',
        'https://<b>.test',
        'https://shop.test/"onclick="alert(1)',
        'a b',
        '',
        'https://shop.test\n',
      ],
      ...['https://shop.test/a\u0001b', 'https://shop.test/a\u00a0b', 'https://shop.test/\u202egpj.exe'],
      ...['https://sh\u200bop.test', 'https://shop.test\uff0fb.test', ` https://shop.test`],
    ],
  ],
  ['clients', 'industry', ['Food & Beverage', null], ['Sorcery', '']],
  ['clients', 'prospect_status', ['prospect', 'active', 'completed', 'paused', 'inactive', null], ['lost']],
  ['client_notes', 'note_text', ['x'], ['', '  ']],
  ['client_notes', 'note_category', ['general', 'meeting', 'follow-up', 'issue', 'payment', null], ['scope']],
  ['projects', 'name', ['x'], [' ']],
  [
    'projects',
    'project_type',
    ['web_development', 'graphic_design', 'digital_marketing', 'ai_automation', 'consultation', 'maintenance'],
    ['sorcery'],
  ],
  ['projects', 'status', ['planning', 'in_progress', 'review', 'completed', 'on_hold', 'cancelled'], ['done']],
  ['projects', 'priority', ['low', 'medium', 'high', 'urgent'], ['asap']],
  ['projects', 'budget', [0, 1250.5, 9_999_999_999.99, null], [-0.01]],
  ['client_people', 'name', ['x'.repeat(200)], ['', ' ', 'x'.repeat(201)]],
  ['client_people', 'role', [null, 'x'.repeat(100)], ['', ' ', 'x'.repeat(101)]],
  ['client_people', 'email', [null, 'tom@shop.test'], ['', 'tom', 'tom@shop.test, ann@shop.test', 'tom@shop..test']],
  ['client_people', 'phone', [null, '5'.repeat(50)], ['5'.repeat(51)]],
  ['client_people', 'note', [null, 'x'.repeat(2000)], ['', 'x'.repeat(2001)]],
  ['project_steps', 'title', ['x', 'x'.repeat(200)], ['', ' ', 'x'.repeat(201)]],
  ['project_steps', 'repeats', [null], ['month', 'day']],
  [
    'project_notes',
    'note_category',
    ['progress', 'issue', 'meeting', 'milestone', 'general', 'scope', null],
    ['payment'],
  ],
  ['project_updates', 'update_type', ['progress', 'milestone', 'general', 'review', 'delivery'], ['news']],
  ['project_updates', 'visibility', ['agency', 'client', 'internal'], ['public']],
  ['project_updates', 'content', ['x'], ['']],
  ['client_update_attachments', 'file_size', [0, 10_485_760], [-1, 10_485_761]],
  ['client_update_attachments', 'file_type', ['image/png', 'text/csv'], ['text/html', 'image/svg+xml']],
  ['client_update_attachments', 'file_path', [], ['menu.pdf', `${crypto.randomUUID()}/menu.pdf`]],
  ['chat_messages', 'content', ['x'], [' \n ', 'x'.repeat(4001)]],
  ['chat_messages', 'room_id', ['general'], ['secret']],
  ['password_vault', 'title', ['x'], [' ']],
  ['password_vault', 'password_strength_score', [0, 4], [-1, 5]],
  ['password_vault', 'encrypted_password', [sealed(), sealed({ ciphertext: randomBytes(16) })], unsealedPayloads],
  [
    'password_vault',
    'encrypted_notes',
    [sealed(), sealed({ ciphertext: randomBytes(60_000) }), null],
    unsealedPayloads,
  ],
  ['password_vault', 'encrypted_two_step_key', [sealed(), null], unsealedPayloads],
  ['vault_access_logs', 'action', ['updated', 'deleted', 'copied', 'viewed'], ['looked']],
])('%s.%s', (table, column, good, bad) => {
  it.each(good)('may be %j', async (value) => {
    await arrange(insert(table, { [column]: value }))
  })
  it.each(bad)('may not be %j', async (value) => {
    expect((await insert(table, { [column]: value })).error?.code).toBe('23514')
  })
})

describe('what nobody said', () => {
  it('is prospect for a client, planning and medium for a project, progress and agency for an update', async () => {
    const [seen] = await arrange(
      bea.db
        .from('project_updates')
        .select('update_type, visibility, is_milestone, projects(status, priority, clients(prospect_status))')
        .eq('id', update),
    )
    expect(seen).toEqual({
      ...{ update_type: 'progress', visibility: 'agency', is_milestone: false },
      projects: { status: 'planning', priority: 'medium', clients: { prospect_status: 'prospect' } },
    })
  })
})

it('reads the visibility "internal" as "agency"', async () => {
  const id = await add('project_updates', { ...valid.project_updates?.(), visibility: 'internal' })
  expect(await arrange(bea.db.from('project_updates').select('visibility').eq('id', id))).toEqual([
    { visibility: 'agency' },
  ])
})

it('keeps money to the cent and days as they are', async () => {
  const days = { start_date: '2026-03-29', target_completion_date: '2026-10-25' }
  const id = await add('projects', { ...valid.projects?.(), budget: 1250.5, ...days })
  const [seen] = await arrange(
    bea.db.from('projects').select('budget::text, start_date, target_completion_date').eq('id', id),
  )
  expect(seen).toEqual({ budget: '1250.50', ...days })
})

it('finds a client by any part of name, e-mail or company, in any case', async () => {
  const name = `ÉCOLE O’Dwyer-Łoś ${crypto.randomUUID().slice(0, 8)}`
  const id = await add('clients', { name, email: 'Head@Isolation.test', company_name: 'Oak & Sons, “Ltd”' })
  for (const typed of ['ecole odwyer los', 'head@isolation', 'oak & sons, "l']) {
    const pattern = `%${typed}%`
    const found = await arrange(bea.db.from('clients').select('id').like('search_text', pattern).eq('id', id))
    expect(found).toEqual([{ id }])
  }
})

it('finds a project by any part of its name, its description or its client’s name, in any case', async () => {
  const name = `ÉTAGE ${crypto.randomUUID()}`
  const client_id = await add('clients', { ...valid.clients?.(), name: 'Çelik & Oğlu' })
  const id = await add('projects', { ...valid.projects?.(), name, description: 'Ten\n\nPAGES', client_id })
  for (const typed of ['etage', 'n pages', 'celik & og']) expect(await projectsFound(id, typed)).toEqual([id])

  await arrange(bea.db.from('projects').update({ description: 'Twelve pages', client_id: client }).eq('id', id))
  expect(await projectsFound(id, 'twelve')).toEqual([id])
  expect(await projectsFound(id, 'corner sh')).toEqual([id])
  expect(await projectsFound(id, 'celik')).toEqual([])
})

it('finds a project by the new name of its client, and does not count that as an edit of the project', async () => {
  const client_id = await add('clients', { ...valid.clients?.(), name: 'Before' })
  const id = await add('projects', { ...valid.projects?.(), client_id })
  const version = () => arrange(bea.db.from('projects').select('updated_at').eq('id', id))
  const before = await version()
  await arrange(bea.db.from('clients').update({ name: 'Áfterwards' }).eq('id', client_id))
  expect(await projectsFound(id, 'afterwards')).toEqual([id])
  expect(await projectsFound(id, 'before')).toEqual([])
  expect(await version()).toEqual(before)
  await arrange(bea.db.from('projects').update({ status: 'review' }).eq('id', id))
  expect(await version()).not.toEqual(before)
})

it('[projects.md#table] sorts projects by the course of the work, by how much they press, and by their client', async () => {
  const last = await add('clients', { ...valid.clients?.(), name: 'zoo' })
  const first = await add('clients', { ...valid.clients?.(), name: 'Aquarium' })
  const ids = [
    await add('projects', { ...valid.projects?.(), client_id: first, status: 'on_hold', priority: 'low' }),
    await add('projects', { ...valid.projects?.(), client_id: last, status: 'planning', priority: 'urgent' }),
    await add('projects', { ...valid.projects?.(), client_id: first, status: 'review', priority: 'high' }),
  ]
  const sortedBy = async (column: string) => {
    const all = bea.db.from('projects').select('id, clients(search_text)').in('id', ids)
    return (await arrange(all.order(column).order('created_at'))).map(({ id }) => ids.indexOf(id))
  }
  expect(await sortedBy('status_rank')).toEqual([1, 2, 0])
  expect(await sortedBy('priority_rank')).toEqual([0, 2, 1])
  expect(await sortedBy('clients(search_text)')).toEqual([0, 2, 1])
})

it('lets nobody write what is searched through', async () => {
  const { error } = await bea.db.from('projects').update({ search_text: 'x' }).eq('id', project)
  expect(error?.code).toBe('42501')
})

const projectsFound = async (id: string, typed: string): Promise<string[]> => {
  const pattern = `%${typed}%`
  const found = await arrange(bea.db.from('projects').select('id').like('search_text', pattern).eq('id', id))
  return found.map((project) => project.id)
}
