import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Caller, callers, matrix, type RowName } from '../isolation/matrix.ts'
import { tables } from '../isolation/rows.ts'
import { arrange, type Person, service } from './people.ts'
import { type Agency, buildWorld, tearDownWorld, type World } from './world.ts'

/** The tables whose changes are told, as the migrations publish them. */
const followed = [
  'clients',
  'client_notes',
  'projects',
  'project_notes',
  'project_updates',
  'client_update_attachments',
  'contact_submissions',
] as const
const agencies: readonly Agency[] = ['north', 'south', 'closed']
/** What visitors ask belongs to no agency, but to the one that answers the website. */
const rowsOf = (table: string): readonly RowName[] => (table === 'contact_submissions' ? ['any'] : agencies)
const soon = { timeout: 30_000, interval: 20 }

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(() => tearDownWorld(world))
afterEach(async () => {
  for (const { db } of Object.values(world.people)) await db.removeAllChannels()
})

type Heard = { table: string; type: string; id: unknown; row: Record<string, unknown> }

/** Listens to all the tables, or learns why it cannot. */
async function listen({ db }: Person, names: readonly string[]) {
  const heard: Heard[] = []
  const words: string[] = []
  const channel = db.channel(`changes:${crypto.randomUUID()}`)
  for (const table of names) {
    channel.on<Record<string, unknown>>('postgres_changes', { event: '*', schema: 'public', table }, (change) => {
      const { eventType: type, new: row, old } = change
      heard.push({
        table,
        type,
        id: type === 'DELETE' ? Reflect.get(old, 'id') : Reflect.get(row, 'id'),
        row: { ...old, ...row },
      })
    })
  }
  channel.on('system', {}, ({ message }) => words.push(message))
  await db.realtime.setAuth()
  channel.subscribe((_status, error) => error && words.push(error.message))
  await expect.poll(() => words.length, soon).toBeGreaterThan(0)
  return { heard, words }
}

it('are told of these tables, and of no others', async () => {
  const isTold = async (table: string) => {
    const { words } = await listen(world.people.sol, [table])
    return words.join() === 'Subscribed to PostgreSQL'
  }
  const told = []
  for (const table of Object.keys(matrix)) if (await isTold(table)) told.push(table)
  expect(told.sort()).toEqual([...followed].sort())
})

it('are not told to strangers, nor to a session that was signed out', async () => {
  const strangers = await listen(world.people.visitor, ['clients'])
  expect(strangers.words).toEqual([expect.stringContaining('permission denied for table clients')])
  const signedOut = await listen(world.people.otis, ['clients'])
  expect(signedOut.words[0]).toContain('Session from session_id claim in JWT does not exist')
})

it('tell everybody of the rows that the matrix lets them read, and of deleted ones the id alone', async () => {
  const listeners = callers.filter((caller) => caller !== 'visitor' && caller !== 'otis')
  const ears = new Map<Caller, Heard[]>()
  for (const caller of listeners) {
    const { heard, words } = await listen(world.people[caller], followed)
    expect([caller, words]).toEqual([caller, ['Subscribed to PostgreSQL']])
    ears.set(caller, heard)
  }

  const made: { table: string; agency: RowName; id: string }[] = []
  for (const table of followed) {
    const { row, edit, fresh } = tables[table] ?? {}
    if (!row || !edit) throw new Error(`Nobody has said what a row of ${table} looks like.`)
    for (const agency of rowsOf(table)) {
      const id = crypto.randomUUID()
      const first = row(agency, world.people.sol, world)
      await arrange(service.from(table).insert({ id, ...first, ...fresh?.(first, id) }))
      await arrange(service.from(table).update(edit('changed', world.people.sol)).eq('id', id))
      made.push({ table, agency, id })
    }
  }
  const rowOf = (id: unknown) => made.find((row) => row.id === id)
  const heard = (caller: Caller, type: string) =>
    (ears.get(caller) ?? []).filter((change) => change.type === type && rowOf(change.id))
  const seen = (caller: Caller, type: string) =>
    heard(caller, type)
      .map(({ table, id }) => `${table} of ${rowOf(id)?.agency}`)
      .sort()
  const readable = (caller: Caller) =>
    followed.flatMap((table) => (matrix[table]?.[caller].select ?? []).map((agency) => `${table} of ${agency}`)).sort()
  for (const caller of listeners) {
    await expect.poll(() => [caller, seen(caller, 'INSERT')], soon).toEqual([caller, readable(caller)])
    await expect.poll(() => [caller, seen(caller, 'UPDATE')], soon).toEqual([caller, readable(caller)])
  }

  for (const { table, id } of made.toReversed()) await arrange(service.from(table).delete().eq('id', id))
  for (const caller of listeners) {
    // Everybody hears what was deleted, last of all, so that by then they have heard all they ever will.
    await expect.poll(() => heard(caller, 'DELETE'), soon).toHaveLength(made.length)
    expect(heard(caller, 'DELETE').map(({ row }) => Object.keys(row))).toEqual(made.map(() => ['id']))
    expect([caller, seen(caller, 'INSERT')]).toEqual([caller, readable(caller)])
    expect([caller, seen(caller, 'UPDATE')]).toEqual([caller, readable(caller)])
  }
}, 120_000)
