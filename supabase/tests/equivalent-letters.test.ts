import { afterAll, beforeAll, expect, it } from 'vitest'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'

/** Equivalent letters in searches of files and messages; column-rules.test.ts covers lists. */

const agency = crypto.randomUUID()
let bea: Person
beforeAll(async () => {
  await arrange(service.from('agencies').insert({ id: agency, name: 'Letters' }))
  bea = await newPerson('Bea', { agencyId: agency, roles: ['agency_staff'] })
  await arrange(
    bea.db.from('clients').insert([
      { name: 'Zo\u00EB O’Dwyer', email: 'z@letters.test', company_name: 'Caf\u00E9-Noir' },
      { name: 'Jose', email: 'jose@letters.test', company_name: null },
      { name: 'Jos\u00E9', email: 'j@letters.test', company_name: null },
    ]),
  )
})
afterAll(async () => {
  await removePeople(bea)
  await arrange(service.from('agencies').delete().eq('id', agency))
})

it.each([
  [{ name: 'Zoe\u0308 O’Dwyer', company_name: 'Cafe\u0301\u00A0Noir' }, 'z@letters.test'],
  [{ name: 'JOSE', company_name: null }, 'jose@letters.test'],
  [{ name: 'JOS\u00C9', company_name: '' }, 'j@letters.test'],
  [{ name: 'Zo\u00EB O’Dwyer', company_name: null }, undefined],
])(
  '[lists.md#duplicates] a client of a file is known by them, and by its very own ones before: %j',
  async (given, email) => {
    const found = await arrange(bea.db.rpc('match_clients', { agency, given: [{ ...given, email: 'another@x.test' }] }))
    expect(found.at(0)?.found.email).toBe(email)
  },
)

it.each([
  ['Zoe\u0308 O’Dwyer', 'z@letters.test', 1],
  ["zoe  o'dwyer", 'z@letters.test', 1],
  ['CAFE NOIR', 'z@letters.test', 1],
  ['Jose', 'jose@letters.test', 1],
  ['JOSÉ', 'j@letters.test', 1],
  ['Josè', undefined, 2],
  ['Joseph', undefined, 0],
])('[lists.md#import] a project of a file finds its client by them: %j', async (client, email, count) => {
  const given = [{ client, name: 'Menu' }]
  const [found] = await arrange(bea.db.rpc('match_projects', { agency, given }))
  expect(found.clients_named).toBe(count)
  if (email === undefined) return
  expect(await arrange(bea.db.from('clients').select('email').eq('id', found.client_id))).toEqual([{ email }])
})

it('[messages.md#finding-a-message] what was said is found by them, also after it was changed', async () => {
  const { data: message } = await bea.db
    .from('chat_messages')
    .insert({ content: 'Die Bäckerei\nöffnet' })
    .select('id')
    .single()
  const found = async (pattern: string) =>
    (await arrange(bea.db.from('chat_messages').select('id').like('search_text', pattern))).map(({ id }) => id)
  expect(await found('%backerei offnet%')).toEqual([message?.id])
  await arrange(bea.db.rpc('edit_message', { message: message?.id, words: 'Das Café öffnet' }))
  expect(await found('%backerei%')).toEqual([])
  expect(await found('%cafe offnet%')).toEqual([message?.id])
})
