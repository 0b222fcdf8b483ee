import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arrange, service, signIn, visitor } from './people.ts'

let agency = ''
beforeAll(async () => {
  const [row] = await arrange(service.from('agencies').insert({ name: 'Facts' }).select('id'))
  agency = row?.id
})
afterAll(() => arrange(service.from('agencies').delete().eq('id', agency)))

const tell = (facts: object) => service.from('agencies').update(facts).eq('id', agency)
const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at}`).join('\n')
const links = (count: number) => Array.from({ length: count }, (_, at) => `https://x.com/${at}`)

it('are those of the agency that answers the website, for everybody, and nothing else of it', async () => {
  const [answering] = await arrange(
    service
      .from('agencies')
      .select('name, email, phone, postal_address, live_chat_hours, social_links, logo_url')
      .eq('answers_website', true),
  )
  const { db } = await signIn('nia@nowhere.test')
  for (const who of [visitor.db, db, service]) expect(await arrange(who.rpc('website_facts'))).toEqual([answering])
})

it('are no address, no links and the standard hours for a new agency', async () => {
  const [row] = await arrange(service.from('agencies').select().eq('id', agency))
  expect(row).toMatchObject({
    ...{ postal_address: null, social_links: [], live_chat_hours: 'Monday-Friday, 9am-5pm EST' },
    ...{ answers_website: false },
  })
})

describe.each<[column: string, good: unknown[], bad: unknown[]]>([
  ['postal_address', ['1 Main Street\nSpringfield', lines(6), null], ['', ' \n ', lines(7), 'x'.repeat(501)]],
  ['live_chat_hours', ['Always'], ['', '  ', 'x'.repeat(101)]],
  [
    'social_links',
    [[], ['https://x.com/a', 'instagram.com/b'], links(8)],
    [
      links(9),
      ['https://x.com/a', 'https://x.com/a'],
      ['javascript:alert(1)'],
      [null],
      ['https://x.com/a', ''],
      [`https://x.com/${'a'.repeat(300)}`],
    ],
  ],
])('%s', (column, good, bad) => {
  it.each(good.map((value) => [value]))('may be %j', async (value) => {
    await arrange(tell({ [column]: value }))
  })
  it.each(bad.map((value) => [value]))('may not be %j', async (value) => {
    expect((await tell({ [column]: value })).error?.code).toBe('23514')
  })
})

it('live_chat_hours may not be null', async () => {
  expect((await tell({ live_chat_hours: null })).error?.code).toBe('23502')
})
