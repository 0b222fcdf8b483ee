import { inspectAfterSql, type Transaction, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isEmailAddress } from '../../supabase/functions/_shared/email-address.ts'
import { readAs, refused } from '../testing/email-addresses.ts'
import { projectDir } from './project-sql.ts'

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

const addresses = [...new Set(readAs.map(([, address]) => address))]
const asTyped = readAs.flatMap(([typed, address]) => (typed === address ? [] : [typed]))
const texts = [...addresses, ...asTyped, ...refused.map(([typed]) => typed)]

it('takes for an address what the forms make of it, in the database and in the functions, and nothing else', async () => {
  const mailable = await inspectAfterSql(database, new Map(), (tx) =>
    tx.query<{ text: string }>('select text from unnest($1::text[]) as text where private.can_be_mailed(text)', [
      texts,
    ]),
  )
  expect(mailable.map(({ text }) => text)).toEqual(addresses)
  expect(texts.filter(isEmailAddress)).toEqual(addresses)
})

/** Inserts rows older than the rule, through the path of restored rows. */
const EARLIER = `
  set local mainstreet.brings_back = 'on';
  insert into agencies (id, name, email) values ('a0000000-0000-4000-8000-000000000001', 'North', 'north@mail.test.');
  insert into clients (agency_id, name, email) values ('a0000000-0000-4000-8000-000000000001', 'Bakery', 'c@mail.test.');
  insert into contact_submissions (name, business_name, email, phone, service)
    values ('Rosa', 'Bakery', 'r@mail.test.', '1', 'ai');`

const refusalOf = async (tx: Transaction, statement: string) => {
  await tx.query('savepoint before')
  const failed = await tx.query(statement).then(
    () => undefined,
    (error: Error) => error.message,
  )
  await tx.query('rollback to before')
  return failed
}

it('refuses an address that mail cannot reach where it comes in, and leaves a row that has one as it is', async () => {
  await inspectAfterSql(database, new Map([['earlier rows', EARLIER]]), async (tx) => {
    for (const table of ['agencies', 'clients', 'contact_submissions']) {
      expect(await refusalOf(tx, `update ${table} set name = 'Other', email = email`)).toBeUndefined()
      expect(await refusalOf(tx, `update ${table} set email = 'a..b@mail.test'`)).toContain('Enter an email address')
      expect(await refusalOf(tx, `update ${table} set email = 'a.b@mail.test'`)).toBeUndefined()
    }
  })
})
