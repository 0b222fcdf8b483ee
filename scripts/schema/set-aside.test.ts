import { inspectAfterSql, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

const ben = 'b0000000-0000-4000-8000-000000000001'
const SCENE = `
  insert into agencies (id, name) values ('a0000000-0000-4000-8000-000000000001', 'North');
  insert into auth.users (id, email) values ('${ben}', 'ben@north.test');
  update user_profiles set agency_id = 'a0000000-0000-4000-8000-000000000001' where id = '${ben}';
  insert into user_roles values ('${ben}', 'agency_staff') on conflict do nothing;`

const ask = (name: string, suspicions: string, hours = 0) => `
  insert into contact_submissions (name, business_name, email, phone, service, suspicions, created_at)
  values ('${name}', 'Bakery', 'c@mail.test', '1', 'ai', '${suspicions}', now() - interval '${hours} hours')`

it('[notices.md#enquiries] what is perhaps spam rings once a day, beside what is not', async () => {
  const told = await inspectAfterSql(database, new Map([['the scene', SCENE]]), async (tx) => {
    for (const one of [ask('Ordinary', '{}'), ask('First', '{links}'), ask('Second', '{trap}')]) await tx.query(one)
    await tx.query(`update notices set created_at = now() - interval '25 hours'`)
    await tx.query(ask('Next day', '{links}'))
    return tx.query<{ name: string }>(
      'select name from notices join contact_submissions on contact_submissions.id = enquiry_id order by name',
    )
  })
  expect(told.map(({ name }) => name)).toEqual(['First', 'Next day', 'Ordinary'])
})

it('[enquiries.md#response-time] what is perhaps spam is reminded of once a day, all of it together', async () => {
  const due = `select name from enquiries_to_remind_of() join contact_submissions on id = enquiry order by name`
  await inspectAfterSql(database, new Map([['the scene', SCENE]]), async (tx) => {
    const names = async () => (await tx.query<{ name: string }>(due)).map(({ name }) => name)
    for (const name of ['First', 'Second']) await tx.query(ask(name, '{links}', 21))
    await tx.query(ask('Early', '{links}', 19))
    expect(await names()).toEqual(['First', 'Second'])
    await tx.query(`update contact_submissions set reminded_at = now() where name <> 'Early'`)
    for (const [name, suspicions] of [
      ['Third', '{trap}'],
      ['Ordinary', '{}'],
    ] as const)
      await tx.query(ask(name, suspicions, 21))
    expect(await names()).toEqual(['Ordinary'])
    await tx.query(
      `update contact_submissions set reminded_at = now() - interval '25 hours' where reminded_at is not null`,
    )
    expect(await names()).toEqual(['Ordinary', 'Third'])
    await tx.query(`update contact_submissions set state = 'spam' where name = 'Third'`)
    expect(await names()).toEqual(['Ordinary'])
  })
})
