import { inspectAfterSql, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

/** Compares pairs of texts in the database, and returns those for which the answer differs from the expected one. */
async function wrongOf(question: string, pairs: readonly (readonly [string, string])[], expected: boolean) {
  const answers = await inspectAfterSql(database, new Map(), (tx) =>
    tx.query<{ one: string; other: string; same: boolean }>(
      `select one, other, coalesce(${question}, false) as same from rows from (unnest($1::text[]), unnest($2::text[])) as pairs (one, other)`,
      [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
    ),
  )
  expect(answers).toHaveLength(pairs.length)
  return answers.filter(({ same }) => same !== expected)
}

const isSamePhone =
  'right(private.phone_digits(one), 7) = right(private.phone_digits(other), 7) and private.same_phone(private.phone_digits(one), private.phone_digits(other))'
const isSameWebsite = 'private.website_key(one) = private.website_key(other)'

it('[clients.md#doubles] knows a phone number however it is written', async () => {
  const pairs = [
    ['+1 (555) 010-2030', '555.010.2030'],
    ['+1 (555) 010-2030', '1-555-010-2030'],
    ['1 555 010 2030', '5550102030'],
    ['555 0100', '555-0100'],
    ['+44 20 7946 0958', '020 7946 0958'],
    ['+44 (0)20 7946 0958', '0044 20 7946 0958'],
    ['+44 (0)20 7946 0958', '011 44 20 7946 0958'],
    ['+49 089 123456', '+49 89 123456'],
    ['089/123 4567', '+49 89 1234567'],
    ['089/1234567, 089/1234568', '089 1234567'],
    ['+39 06 555 0100', '06 555 0100'],
    ['٠٢٠٧٩٤٦٠٩٥٨', '020 7946 0958'],
    ['＋４４　２０　７９４６　０９５８', '020 7946 0958'],
    ['Mobile: 555-010-4041', '(555) 010-4041 ext. 12'],
    ['Since 2012: 555-010-4041', '24/7 555-010-4041'],
    ['Open 9-5, 555-010-4041', '555-010-4041 Ana'],
    ['Fax: 555-010-4042, Tel: 555-010-4041', '555-010-4041 / 555-010-4042'],
    ['Tel/Fax: 555-010-4041', '555‑010‑4041'],
    ['1-800-FLOWERS', '+1 800 356 9377'],
    ['1-800-FLOWERS', '1 800 flowers'],
    ['tel:+1-555-010-2030;ext=12', '+15550102030'],
  ] as const
  expect(await wrongOf(isSamePhone, pairs, true)).toEqual([])
})

it('[clients.md#doubles] takes no other number for the same', async () => {
  const pairs = [
    ['212 555 0100', '312 555 0100'],
    ['+1 212 555 0100', '555 0100'],
    ['+44 20 7946 0958', '+45 20 7946 0958'],
    ['0117 496 0123', '0118 496 0123'],
    ['tbd', 'tbd'],
    ['unknown', 'unknown'],
    ['Fax: 555-010-4042', '555-010-4042'],
    ['12', '12'],
    ['', ''],
  ] as const
  expect(await wrongOf(isSamePhone, pairs, false)).toEqual([])
})

it('[clients.md#doubles] knows a website by its host, or by its page where many businesses share a host', async () => {
  const same = [
    ['https://www.Harbor-Bakery.test/', 'harbor-bakery.test'],
    ['http://harbor-bakery.test/menu?x=1#top', 'https://harbor-bakery.test:443'],
    ['https://m.facebook.com/harborbakery/?fbclid=1', 'www.facebook.com/HarborBakery'],
    ['facebook.com/profile.php?id=12', 'https://de-de.facebook.com/profile.php?id=12&ref=x'],
    ['https://bücher.test', 'http://www.BÜCHER.test/'],
  ] as const
  expect(await wrongOf(isSameWebsite, same, true)).toEqual([])
  const other = [
    ['harbor-bakery.test', 'harbor-bakery.example'],
    ['shop.harbor.test', 'harbor.test'],
    ['facebook.com/harborbakery', 'facebook.com/cornershop'],
    ['facebook.com/profile.php?id=12', 'facebook.com/profile.php?id=13'],
    ['wwwharbor.test', 'harbor.test'],
  ] as const
  expect(await wrongOf(isSameWebsite, other, false)).toEqual([])
})

it('[clients.md#doubles] finds them by an index, among any number of clients', async () => {
  const plans = await inspectAfterSql(
    database,
    new Map([
      [
        'many clients',
        `insert into agencies (id, name) values ('a0000000-0000-4000-8000-000000000001', 'North Road');
         insert into clients (agency_id, name, email, phone, website_url)
         select 'a0000000-0000-4000-8000-000000000001', 'C', n || '@c.test', '555 010 ' || 1000 + n, 'c' || n || '.test'
         from generate_series(1, 1000) as n;
         analyze clients;`,
      ],
    ]),
    async (tx) => {
      const explain = async (condition: string) =>
        JSON.stringify(await tx.query(`explain select from clients where agency_id = $1 and ${condition}`, [north]))
      return [
        await explain("lower(email) = lower('7@C.test')"),
        await explain("phone is not null and right(private.phone_digits(phone), 7) = '0101007'"),
        await explain("website_url is not null and private.website_key(website_url) = 'c7.test'"),
      ]
    },
  )
  expect(plans[0]).toContain('clients_email_idx')
  expect(plans[1]).toContain('clients_phone_idx')
  expect(plans[2]).toContain('clients_website_idx')
})

const north = 'a0000000-0000-4000-8000-000000000001'
