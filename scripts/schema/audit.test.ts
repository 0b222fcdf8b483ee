import { inspectAfterSql, type Transaction, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

/** The isolation tests cover over HTTP when a line is written and who reads it. */
const CLIENTS = `
  insert into agencies (id, name) values ('a0000000-0000-4000-8000-000000000001', 'North');
  insert into clients (agency_id, name, email)
  select 'a0000000-0000-4000-8000-000000000001', 'Client ' || number, 'c@north.test' from generate_series(1, 5) as number;
  delete from clients;
  select keep_audit_trail()`

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

/** Results of several looks, each on the same initial state. */
const eachOf = <T>(looks: readonly ((tx: Transaction) => Promise<T>)[]): Promise<T[]> =>
  inspectAfterSql(database, new Map([['the scene', CLIENTS]]), async (tx) => {
    const found: T[] = []
    for (const look of looks) {
      await tx.query('savepoint beginning')
      found.push(await look(tx))
      await tx.query('rollback to beginning')
    }
    return found
  })

const CHANGED = 'This line, or the one before it, was changed after it was written.'
const END = 'The end of the chain is not what it was: the last lines were removed, or the chain was made anew.'
const WAITS = expect.stringContaining('has waited for more than an hour')
const CHANGED_EARLY = 'This line was changed after it was written, before it had its place in the chain.'
const REMOVED_EARLY = 'This line was removed before it had its place in the chain.'
const PUT_IN = 'This line was put in behind the back of the trail, or what the trail remembered of it was removed.'

/** Adds a seventh line, which has no position yet. */
const NEW = 'delete from agencies'
const SEAL = 'select keep_audit_trail()'

/** Ways to tamper with the trail directly in the database, and what the check then reports. */
const tamperings: [what: string, statements: string, wrong: unknown[]][] = [
  ['nothing', 'select 1', []],
  ['who did it', 'update audit_events set actor_id = gen_random_uuid() where position = 3', [[3, CHANGED]]],
  ['when', `update audit_events set created_at = created_at - interval '1 second' where position = 3`, [[3, CHANGED]]],
  ['what was said', `update audit_events set said = said || '\\x00' where position = 3`, [[3, CHANGED]]],
  ['whose admins read it', 'update audit_events set agency_id = null where position = 3', [[3, CHANGED]]],
  [
    'a hash',
    `update audit_events set hash = '\\x00' where position = 3`,
    [
      [3, CHANGED],
      [4, CHANGED],
    ],
  ],
  [
    'a line and its hash',
    `update audit_events set kind = 'exported' where position = 3;
     update audit_events e set hash = private.audit_hash((select hash from audit_events where position = 2), 3, private.audit_text(e))
     where position = 3`,
    [[4, CHANGED]],
  ],
  [
    'that there was a line',
    'delete from audit_events where position = 3',
    [[4, '1 lines before this one were removed.']],
  ],
  ['that there was a last line', 'delete from audit_events where position = 6', [[6, END]]],
  ['that there was anything', 'delete from audit_events', [[6, END]]],
  [
    'which line came first',
    `update audit_events set position = -1 where position = 3; update audit_events set position = 3 where position = 4;
     update audit_events set position = 4 where position = -1`,
    [
      [3, CHANGED],
      [4, CHANGED],
      [5, CHANGED],
    ],
  ],
  [
    'nothing, but nobody seals what is new',
    `insert into audit_events (kind, actor_kind, created_at) values ('exported', 'server', now() - interval '2 hours')`,
    [[null, WAITS]],
  ],
  ['nothing, and the new line gets its place', `${NEW}; ${SEAL}`, []],
  [
    'a new line',
    `${NEW}; update audit_events set actor_id = gen_random_uuid() where position is null`,
    [[null, CHANGED_EARLY]],
  ],
  [
    'a new line, which then got its place, and so did a later one',
    `${NEW}; update audit_events set actor_id = gen_random_uuid() where position is null; ${SEAL};
     insert into audit_events (kind, actor_kind) values ('exported', 'server'); ${SEAL}`,
    [[7, CHANGED]],
  ],
  [
    'when a new line was written',
    `${NEW}; update audit_events set created_at = created_at - interval '1 day' where position is null; ${SEAL}`,
    [[7, CHANGED]],
  ],
  ['that there was a new line', `${NEW}; delete from audit_events where position is null`, [[null, REMOVED_EARLY]]],
  [
    'that there was a new line, and nobody looked before it would have had its place',
    `${NEW}; delete from audit_events where position is null; ${SEAL}`,
    [[7, END]],
  ],
  [
    'that there was a new line, and a later one got its place',
    `${NEW}; delete from audit_events where position is null; ${SEAL};
     insert into audit_events (kind, actor_kind) values ('exported', 'server'); ${SEAL}`,
    [[8, '1 lines before this one were removed.']],
  ],
  [
    'a new line, and that anything was remembered of it',
    `${NEW}; update audit_events set actor_id = gen_random_uuid() where position is null;
     delete from private.audit_written; ${SEAL}`,
    [[null, PUT_IN]],
  ],
  [
    'what was never done',
    `alter table audit_events disable trigger user; insert into audit_events (kind, actor_kind) values ('exported', 'server');
     alter table audit_events enable trigger user; ${SEAL}`,
    [[null, PUT_IN]],
  ],
]

it('finds a line that was changed, removed or put somewhere else', async () => {
  const found = await eachOf(
    tamperings.map(([what, statements]) => async (tx) => {
      for (const statement of statements.split(';')) await tx.query(statement)
      const wrong = await tx.query('select place::int, problem from check_audit_chain()')
      return [what, wrong.map(({ place, problem }) => [place, problem])]
    }),
  )
  expect(found).toEqual(tamperings.map(([what, , wrong]) => [what, wrong]))
})

it('keeps a chain that can be checked when it removes what is old, and the keys that nothing needs any more', async () => {
  const [found] = await eachOf([
    async (tx) => {
      const read = async () => ({
        places: (await tx.query('select position::int from audit_events order by position')).map(
          ({ position }) => position,
        ),
        keys: (await tx.query('select count(*)::int from private.audit_subjects')).map(({ count }) => count),
        wrong: await tx.query('select * from check_audit_chain()'),
      })
      const before = await read()
      // Three lines are dated a year earlier, in a chain with new hashes.
      await tx.query(`update audit_events set created_at = created_at - interval '2 years' where position <= 3`)
      await tx.query('update audit_events set position = null, hash = null')
      await tx.query(
        'insert into private.audit_written select id, created_at, private.audit_text(e) from audit_events e',
      )
      await tx.query(`update private.audit_chain set last_position = 0, last_hash = ''`)
      await tx.query('select keep_audit_trail()')
      const trimmed = await read()
      await tx.query(`update private.audit_chain set kept_for = interval '1 day'`)
      await tx.query(`insert into audit_events (kind, actor_kind) values ('exported', 'server')`)
      await tx.query('select keep_audit_trail()')
      return { before, trimmed, after: await read() }
    },
  ])
  expect(found).toEqual({
    before: { places: [1, 2, 3, 4, 5, 6], keys: [6], wrong: [] },
    trimmed: { places: [4, 5, 6], keys: [3], wrong: [] },
    after: { places: [4, 5, 6, 7], keys: [3], wrong: [] },
  })
})

it('forgets who was erased, breaks no chain by it, and writes no name in clear', async () => {
  const [found] = await eachOf([
    async (tx) => {
      const lines = async () => JSON.stringify(await tx.query('select kind, said from audit_trail()'))
      const before = await lines()
      await tx.query(`
        select erase_from_audit_trail(subject_id) from audit_events
        where private.audit_decrypt(subject_id, said) ->> 'name' = 'Client 3'`)
      await tx.query('select keep_audit_trail()')
      return {
        before,
        after: await lines(),
        searched: await tx.query(`select kind from audit_trail('client 3')`),
        wrong: await tx.query('select * from check_audit_chain()'),
        stored: JSON.stringify(await tx.query(`select audit_events::text, encode(said, 'escape') from audit_events`)),
      }
    },
  ])
  expect(found).toMatchObject({ before: expect.stringContaining('Client 3'), searched: [], wrong: [] })
  expect(found?.after).toContain('Client 4')
  expect(found?.after).toContain('{"kind":"client_deleted","said":null}')
  expect(found?.after).not.toContain('Client 3')
  expect(found?.stored).not.toMatch(/Client \d|North/)
})
