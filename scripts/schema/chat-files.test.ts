import { inspectAfterSql, type Transaction, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir, state } from './project-sql.ts'

const ids = {
  north: 'a0000000-0000-4000-8000-000000000001',
  south: 'a0000000-0000-4000-8000-000000000002',
  nora: 'b0000000-0000-4000-8000-000000000001',
  sol: 'b0000000-0000-4000-8000-000000000002',
}
const pathOf = (agency: string, name: string) => `${agency}/c0000000-0000-4000-8000-000000000001/1_${name}.csv`

const uploaded = (agency: string, name: string, days: number) => `
  insert into storage.objects (bucket_id, name, owner_id, version, metadata, created_at) values (
    'chat-files', '${pathOf(agency, name)}', '${ids.nora}', gen_random_uuid(),
    '{"mimetype": "text/csv", "size": 1}', now() - interval '${days} days'
  );`
const said = (name: string) => `
  insert into chat_messages (agency_id, sender_id, content, metadata) values (
    '${ids.north}', '${ids.nora}', '${name}',
    '{"files": [{"path": "${pathOf(ids.north, name)}", "name": "${name}.csv", "type": "text/csv", "size": 1}]}'
  );`

/** Nora works for North, and has sent one file of three; one is South's. Sol may delete agencies. */
const SCENE = `
  insert into agencies (id, name) values ('${ids.south}', 'South Street'), ('${ids.north}', 'North Road');
  insert into auth.users (id, email) values ('${ids.nora}', 'nora@staff.test'), ('${ids.sol}', 'sol@staff.test');
  update user_profiles set agency_id = '${ids.north}' where id = '${ids.nora}';
  insert into user_roles values ('${ids.sol}', 'super_admin');
  ${uploaded(ids.north, 'sent', 8)}${uploaded(ids.north, 'forgotten', 8)}${uploaded(ids.north, 'chosen', 6)}
  ${uploaded(ids.south, 'elsewhere', 8)}
  ${said('sent')}`

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

/** The names of the files that are left after each step. */
const left = (...steps: ((tx: Transaction) => Promise<unknown>)[]) =>
  inspectAfterSql(database, new Map([['the scene', SCENE]]), async (tx) => {
    const found: string[] = []
    for (const step of [() => Promise.resolve(), ...steps]) {
      await step(tx)
      const files = await tx.query<{ name: string }>(
        `select substring(name from '1_(.*).csv$') as name from storage.objects
         where bucket_id = 'chat-files' and not private.is_abandoned(bucket_id, name) order by 1`,
      )
      found.push(files.map(({ name }) => name).join(' '))
    }
    return found
  })

const run = (sql: string) => (tx: Transaction) => tx.query(sql)
const bySol = (sql: string) => async (tx: Transaction) => {
  const session = crypto.randomUUID()
  await tx.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, ids.sol])
  const claims = JSON.stringify({ sub: ids.sol, session_id: session })
  await tx.query("select set_config('request.jwt.claims', $1, true)", [claims])
  await tx.query(sql)
  await tx.query("select set_config('request.jwt.claims', '', true)")
}

it('[messages.md#files] of the chat go after a week where nobody sent them, and no others', async () => {
  expect(await left()).toEqual(['chosen elsewhere sent'])
})

it('of the chat go with its messages, with their sender and with the agency', async () => {
  expect(await left(run('delete from chat_messages'))).toEqual(['chosen elsewhere sent', 'chosen elsewhere'])
  expect((await left(run(`select erase('person', '${ids.nora}', true)`))).at(-1)).toBe('chosen elsewhere')
  expect((await left(run(`delete from agencies where id = '${ids.north}'`))).at(-1)).toBe('elsewhere')
})

it('of the chat stay while their agency can be brought back, come back with it, and go with the last trace of it', async () => {
  const remove = bySol(`delete from agencies where id = '${ids.north}'`)
  const bringBack = bySol(`select bring_back(array['${ids.north}']::uuid[])`)
  const expire = run('select erase_deletion(id, array[]::text[]) from recently_deleted')
  const forget = run('delete from chat_messages')
  const all = 'chosen elsewhere sent'
  expect(await left(remove, bringBack, forget)).toEqual([all, all, all, 'chosen elsewhere'])
  expect(await left(remove, expire)).toEqual([all, all, 'elsewhere'])
})

it('of the chat are among what is erased with a person, and with an agency', async () => {
  const filesOf = async (tx: Transaction, kind: string, id: string) =>
    (await tx.query<{ name: string }>('select name from files_of($1, $2)', [kind, id])).map(({ name }) => name)
  await inspectAfterSql(database, new Map([['the scene', SCENE]]), async (tx) => {
    expect(await filesOf(tx, 'agency', ids.north)).toEqual(
      // Files that were never sent stay until storage has removed them.
      ['chosen', 'forgotten', 'sent'].map((name) => pathOf(ids.north, name)),
    )
    expect(await filesOf(tx, 'person', ids.nora)).toHaveLength(4)
    expect(await filesOf(tx, 'person', ids.sol)).toEqual([])
  })
})

it('are deleted by storage alone, which removes their bytes too: no SQL of ours deletes a row of storage.objects', async () => {
  const deleting = [...(await state())].filter(([, sql]) =>
    /delete\s+from\s+storage\.objects|allow_delete_query/i.test(sql),
  )
  expect(deleting.map(([file]) => file)).toEqual([])
})
