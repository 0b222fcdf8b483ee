/**
 * Measures how soon thousands of people are back in the chat after a restart of all servers: two servers on one
 * PostgreSQL and one Redis, and agencies of twenty people. All sockets are opened as soon as the servers answer, as
 * browsers do that have lost theirs. The goal is ten thousand people in thirty seconds.
 *
 * Run: npm run bench -- chat-return [--people 10000] [--write], where --write writes the table into
 * docs/performance-tables.md.
 */
import { readdir, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { percentile, processMs, report, smokeSized, tokensOf, withTimeLimit } from 'engine/testing'
import { postgresDatabase } from 'engine/testing/database'
import { type Installation, startInstallation } from './start-installation.ts'
import { waitUntil } from './wait-until.ts'

const { values: options } = parseArgs({
  options: { write: { type: 'boolean' }, people: { type: 'string', default: smokeSized('10000', '40') } },
})
const PEOPLE = Number(options.people)
const PEOPLE_PER_AGENCY = 20
const LIMIT_MS = 900_000
const BUDGET_S = 30

await withTimeLimit(LIMIT_MS, async (opened) => {
  const installation = await startInstallation(opened, { on: 'postgres', processes: 2 })
  console.log(`${PEOPLE} people to hire …`)
  await hire(installation.databaseUrl)
  const tokens = await signAll(installation)
  const first = await comeIn(installation, tokens)
  console.log('All servers restart …')
  await Promise.all(installation.servers.map((server) => server.kill()))
  first.leave()
  for (const server of installation.servers) await server.restart()
  const back = await comeIn(installation, tokens)
  back.leave()
  await report('chat-return', [rowOf('at first', first), rowOf('after the restart', back)], options)
  return back.joined.length === PEOPLE
})

type Return = Awaited<ReturnType<typeof comeIn>>

function rowOf(name: string, { joined, servers, database }: Return) {
  return {
    who: name,
    people: String(joined.length),
    'all of them, s': (Math.max(...joined) / 1000).toFixed(1),
    'p50, s': (percentile(joined, 50) / 1000).toFixed(1),
    'people a second': (joined.length / (Math.max(...joined) / 1000)).toFixed(0),
    'servers, CPU ms a person': (servers / joined.length).toFixed(2),
    'PostgreSQL, CPU ms a person': (database / joined.length).toFixed(2),
    'budget, s': String(BUDGET_S),
  }
}

/** Opens everybody's socket, half of them at each server, and waits until all are welcome. */
async function comeIn({ servers, postgresPid = 0 }: Installation, tokens: readonly string[]) {
  const spent = async () => ({
    servers: (await Promise.all(servers.map(({ pid }) => processMs(pid)))).reduce((sum, ms) => sum + ms, 0),
    database: await processFamilyMs(postgresPid),
  })
  const before = await spent()
  const began = performance.now()
  const joined: number[] = []
  const sockets = tokens.map((token, index) => {
    const socket = new WebSocket(`${servers[index % servers.length]?.url.replace('http', 'ws')}/functions/v1/chat`)
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'auth', token, roomId: 'general' })))
    socket.addEventListener('message', ({ data }) => {
      if (String(data).includes('auth_success')) joined.push(performance.now() - began)
    })
    return socket
  })
  const isDone = await waitUntil(() => joined.length === tokens.length, LIMIT_MS / 3)
  if (!isDone) console.error(`${tokens.length - joined.length} people are not back.`)
  const after = await spent()
  return {
    joined,
    servers: after.servers - before.servers,
    database: after.database - before.database,
    leave() {
      for (const socket of sockets) socket.close()
    },
  }
}

/** The processor time of a process and those that it started, the backends of PostgreSQL. */
async function processFamilyMs(parent: number): Promise<number> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const times = all.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const [, isChildOf] = stat.split(') ').at(-1)?.split(' ') ?? []
    return pid === parent || isChildOf === String(parent) ? processMs(pid) : 0
  })
  // The time of a backend that has just ended cannot be read.
  return (await Promise.all(times)).filter((ms) => !Number.isNaN(ms)).reduce((sum, ms) => sum + ms, 0)
}

/** Inserts the people, their agencies and their sessions. */
async function hire(databaseUrl: string) {
  const database = postgresDatabase(databaseUrl)
  const id = (prefix: string, number: string) =>
    `('${prefix}000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`
  await database.transaction({}, async (tx) => {
    await tx.query(`
      insert into public.agencies (id, name)
      select ${id('aa', 'n')}, 'Agency ' || n from generate_series(0, ${(PEOPLE - 1) / PEOPLE_PER_AGENCY}) as n`)
    await tx.query(`
      insert into auth.users (id, instance_id, aud, role, email, encrypted_password, raw_user_meta_data, created_at,
                              updated_at, confirmation_token, recovery_token, email_change_token_new, email_change)
      select ${id('bb', 'n')}, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated',
             'person' || n || '@return.test', '', jsonb_build_object('name', 'Person ' || n), now(), now(), '', '', '', ''
      from generate_series(0, ${PEOPLE - 1}) as n`)
    await tx.query(`
      update public.user_profiles set agency_id = ${id('aa', `right(id::text, 12)::int / ${PEOPLE_PER_AGENCY}`)}
      where id::text like 'bb%'`)
    await tx.query(`insert into public.user_roles (user_id, role)
      select id, 'agency_staff' from public.user_profiles where id::text like 'bb%'`)
    await tx.query(`insert into auth.sessions (id, user_id, created_at, updated_at, aal)
      select ${id('cc', 'n')}, ${id('bb', 'n')}, now(), now(), 'aal1' from generate_series(0, ${PEOPLE - 1}) as n`)
  })
  await database.transaction({}, (tx) => tx.query('analyze'))
  await database.close()
}

async function signAll({ dataDir, servers }: Installation): Promise<string[]> {
  const { sign } = await tokensOf(dataDir)
  const now = Math.floor(Date.now() / 1000)
  const claims = { aud: 'authenticated', role: 'authenticated', aal: 'aal1', iat: now, exp: now + 3600 }
  const number = (index: number) => String(index).padStart(12, '0')
  const tokenOf = (index: number) =>
    sign({
      ...claims,
      ...{ iss: `${servers[0].url}/auth/v1`, sub: `bb000000-0000-4000-8000-${number(index)}` },
      session_id: `cc000000-0000-4000-8000-${number(index)}`,
    })
  return Promise.all(Array.from({ length: PEOPLE }, (_, index) => tokenOf(index)))
}
