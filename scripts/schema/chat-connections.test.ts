import { inspectAfterSql, type Transaction, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

const [agency, nora, idle, busy, connection, another] = [1, 2, 3, 4, 5, 6].map(
  (number) => `a0000000-0000-4000-8000-00000000000${number}`,
)

/** Nora works for North. The idle server has not been heard of for an hour, since nobody was connected to it. */
const SCENE = `
  insert into agencies (id, name) values ('${agency}', 'North');
  insert into auth.users (id, email) values ('${nora}', 'nora@north.test');
  update user_profiles set agency_id = '${agency}' where id = '${nora}';
  insert into user_roles values ('${nora}', 'agency_staff');
  insert into private.chat_servers (id, seen_at) values ('${idle}', now() - interval '1 hour')`

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

async function openAtIdle(tx: Transaction, id: string | undefined) {
  const session = crypto.randomUUID()
  await tx.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, nora])
  const claims = { sub: nora, role: 'authenticated', aal: 'aal1', session_id: session, exp: Date.now() }
  await tx.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)])
  return tx.query('select * from open_chat_connection($1, $2)', [idle, id])
}

const beat = (tx: Transaction, server: string | undefined, connections: (string | undefined)[] = []) =>
  tx.query('select ended, departed from keep_chat_connections($1, $2)', [server, connections])

it('[messages.md#who-is-online] another server throws out nobody who comes to a server where nobody was', () =>
  inspectAfterSql(database, new Map([['the scene', SCENE]]), async (tx) => {
    await openAtIdle(tx, connection)
    expect(await beat(tx, busy)).toEqual([{ ended: [], departed: [] }])
    expect(await beat(tx, idle, [connection])).toEqual([{ ended: [], departed: [] }])
  }))

it('[messages.md#who-is-online] people leave with a server that is dead', () =>
  inspectAfterSql(database, new Map([['the scene', SCENE]]), async (tx) => {
    await openAtIdle(tx, connection)
    await openAtIdle(tx, another)
    await tx.query("update private.chat_servers set seen_at = now() - interval '21 seconds'")
    expect(await beat(tx, busy)).toEqual([{ ended: [], departed: [{ user_id: nora, agency_id: agency }] }])
    expect(await tx.query('select id from private.chat_servers')).toEqual([{ id: busy }])
    expect(await tx.query('select user_id from user_presence')).toEqual([])
  }))
