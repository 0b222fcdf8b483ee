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
const testimonial = { words: 'They came.', author: 'Maria', role: '', picture: '' }
const result = {
  title: 'A full bakery',
  picture: 'pictures.test/bakery.jpg',
  quote: 'We sell out.',
  author: '',
  number: '+38%',
  meaning: 'visitors',
  other_number: '2',
  other_meaning: 'more ovens',
}
const many = (count: number, entry: object) => Array.from({ length: count }, () => entry)
const links = (count: number) => Array.from({ length: count }, (_, at) => `https://x.com/${at}`)

it('are those of the agency that answers the website, for everybody, and nothing else of it', async () => {
  const [answering] = await arrange(
    service
      .from('agencies')
      .select(
        'name, email, phone, postal_address, live_chat_hours, social_links, logo_url, fields_of_work, testimonials, cases, booking_url, privacy_notice, forget_enquiries_after',
      )
      .eq('answers_website', true),
  )
  const { db } = await signIn('nia@nowhere.test')
  for (const who of [visitor.db, db, service]) expect(await arrange(who.rpc('website_facts'))).toEqual([answering])
})

it('are no address, no links, nobody’s words and the standard hours for a new agency', async () => {
  const [row] = await arrange(service.from('agencies').select().eq('id', agency))
  expect(row).toMatchObject({
    postal_address: null,
    social_links: [],
    live_chat_hours: 'Monday-Friday, 9am-5pm EST',
    privacy_notice: null,
    fields_of_work: [],
    testimonials: [],
    cases: [],
    answers_website: false,
  })
})

describe.each<[column: string, good: unknown[], bad: unknown[]]>([
  ['postal_address', ['1 Main Street\nSpringfield', lines(6), null], ['', ' \n ', lines(7), 'x'.repeat(501)]],
  ['privacy_notice', ['We keep nothing.', 'x'.repeat(5000), null], ['', ' \n', 'x'.repeat(5001)]],
  ['forget_enquiries_after', [6, 12, 24, null], [0, 3, 7]],
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
  [
    'booking_url',
    ['https://cal.test/north?month=1', 'HTTPS://cal.test', null],
    ['http://cal.test', 'cal.test', '', 'javascript:alert(1)', 'https://', `https://cal.test/${'a'.repeat(2048)}`],
  ],
  [
    'fields_of_work',
    [[], ['Bakeries', 'Dentists: calm first visits']],
    [['Bakeries', 'Bakeries'], [' '], [null], ['x'.repeat(201)]],
  ],
  [
    'testimonials',
    [
      [],
      many(12, testimonial),
      [{ ...testimonial, words: 'x'.repeat(600), picture: 'https://pictures.test/maria.jpg' }],
    ],
    [
      many(13, testimonial),
      {},
      'Great',
      [null],
      ['Great'],
      [[]],
      [{}],
      ...[{ words: ' ' }, { author: '' }, { role: null }, { role: 5 }, { words: 'x'.repeat(601) }, { stars: '5' }].map(
        (changes) => [{ ...testimonial, ...changes }],
      ),
      [testimonial, { ...testimonial, picture: 'javascript:alert(1)' }],
      [{ words: 'Great', author: 'Maria' }],
    ],
  ],
  [
    'cases',
    [[], many(12, result), [{ ...result, picture: '' }]],
    [
      many(13, result),
      [testimonial],
      [{ ...result, picture: 'here' }],
      [{ ...result, title: '' }],
      ...['number', 'meaning', 'other_number', 'other_meaning', 'quote'].map((name) => [{ ...result, [name]: ' ' }]),
      [{ ...result, number: 'x'.repeat(21) }],
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
