import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealed } from '../isolation/random-payload.ts'
import { arrange, newPerson, north, type Person, removePeople, service, south } from './people.ts'
import type { Row } from './test-data.ts'

/** Owner columns of a row: filled in by the database, refused when they name another owner. */

let bea: Person // writes for North
let bob: Person // her colleague
let sue: Person // works for South
let sam: Person // a super admin in North
let client: string
let project: string
let southClient: string
let entry: string

beforeAll(async () => {
  bea = await newPerson('Bea', { agencyId: north, roles: ['agency_staff'] })
  bob = await newPerson('Bob', { agencyId: north, roles: ['agency_staff'] })
  sue = await newPerson('Sue', { agencyId: south, roles: ['agency_staff'] })
  sam = await newPerson('Sam', { agencyId: north, roles: ['super_admin'] })
  client = await newClient(north)
  southClient = await newClient(south)
  project = await newProject(client, north)
  const shared = { title: 'Alarm', agency_id: north, encrypted_password: sealed() }
  entry = (await arrange(service.from('password_vault').insert(shared).select()))[0]?.id
})
afterAll(async () => {
  await arrange(service.from('clients').delete().in('id', [client, southClient]))
  await arrange(service.from('chat_messages').delete().in('sender_id', [bea.id, sam.id]))
  await arrange(service.from('vault_access_logs').delete().in('user_id', [bea.id, sam.id]))
  await arrange(service.from('password_vault').delete().eq('id', entry))
  await removePeople(bea, bob, sue, sam)
})

/** A row with owner columns: `row` finds it again; `once` holds values that must be unique. */
type Case = {
  table: string
  column: string
  row: () => Row
  once?: () => Row
  mine: () => string
  forged: () => string
}

const person = (table: string, column: string, row: () => Row, once = (): Row => ({})): Case => ({
  table,
  column,
  row,
  once,
  mine: () => bea.id,
  forged: () => bob.id,
})
const agency = (table: string, row: () => Row): Case => ({
  table,
  column: 'agency_id',
  row,
  mine: () => north,
  forged: () => south,
})

const text = 'Forgery'
const newProjectRow = () => ({ client_id: client, name: text, project_type: 'consultation' })
const logRow = () => ({ vault_entry_id: entry, action: 'deleted' })

const cases: Case[] = [
  agency('clients', () => ({ name: text, email: 'forgery@isolation.test' })),
  person('client_notes', 'staff_id', () => ({ client_id: client, note_text: text })),
  agency('projects', newProjectRow),
  person('projects', 'created_by', newProjectRow),
  person('project_notes', 'staff_id', () => ({ project_id: project, note_text: text })),
  person('project_updates', 'created_by', () => ({ project_id: project, title: text, content: text })),
  agency('chat_messages', () => ({ content: text })),
  person('chat_messages', 'sender_id', () => ({ content: text })),
  agency('user_presence', () => ({ is_online: true })),
  person('user_presence', 'user_id', () => ({ is_online: true })),
  person(
    'password_vault',
    'user_id',
    () => ({ title: text }),
    () => ({ encrypted_password: sealed() }),
  ),
  agency('vault_access_logs', logRow),
  person('vault_access_logs', 'user_id', logRow),
]

describe.each(cases)('$table: $column', ({ table, column, row, once, mine, forged }) => {
  const fresh = () => ({ ...row(), ...once?.() })
  it.each([
    ['left out', () => fresh()],
    ['sent as null', () => ({ ...fresh(), [column]: null })],
    ['sent as it is', () => ({ ...fresh(), [column]: mine() })],
  ])('is the caller’s own when %s', async (_case, sent) => {
    await arrange(bea.db.from(table).insert(sent()))
    const written = await arrange(service.from(table).delete().match(row()).select())
    expect(written).toEqual([expect.objectContaining({ [column]: mine() })])
  })

  it('is refused when forged', async () => {
    const { error, status } = await bea.db.from(table).insert({ ...fresh(), [column]: forged() })
    expect({ code: error?.code, status }).toEqual({ code: '42501', status: 403 })
    expect(await arrange(service.from(table).select().match(row()))).toEqual([])
  })

  it('is not changed afterwards by staff', async () => {
    const [written] = await arrange(
      service
        .from(table)
        .insert({ ...owners(table), ...fresh() })
        .select(),
    )
    await bea.db
      .from(table)
      .update({ [column]: forged() })
      .match(row())
    expect(await arrange(service.from(table).delete().match(row()).select())).toEqual([written])
  })
})

/** The owner columns of a row as the database fills them in for Bea; the service role sets them itself. */
const owners = (table: string): Row =>
  Object.fromEntries(cases.filter((entry) => entry.table === table).map(({ column, mine }) => [column, mine()]))

describe('a super admin', () => {
  it.each(cases.filter(({ column }) => column !== 'agency_id'))(
    'cannot write in somebody else’s name either: $table, $column',
    async ({ table, column, row, once, forged }) => {
      const { error } = await sam.db.from(table).insert({ ...row(), ...once?.(), [column]: forged() })
      expect(error?.code).toBe('42501')
    },
  )

  it('adds clients and projects to any agency', async () => {
    const [added] = await arrange(
      sam.db.from('clients').insert({ name: text, email: 'forgery@isolation.test', agency_id: south }).select(),
    )
    const [begun] = await arrange(
      sam.db.from('projects').insert({ client_id: added?.id, name: text, project_type: 'maintenance' }).select(),
    )
    expect(begun).toMatchObject({ agency_id: south, created_by: sam.id })
    await arrange(service.from('clients').delete().eq('id', added?.id))
  })

  it('speaks only in the room of their own agency', async () => {
    const { error } = await sam.db.from('chat_messages').insert({ content: text, agency_id: south })
    expect(error?.code).toBe('42501')
  })
})

describe('moving between agencies', () => {
  it('is refused to staff', async () => {
    const moved = await bea.db.from('clients').update({ agency_id: south }).eq('id', client)
    expect(moved.error?.code).toBe('42501')
    const projectMoved = await bea.db.from('projects').update({ agency_id: south }).eq('id', project)
    expect(projectMoved.error?.code).toBe('42501')
    const fetched = await sue.db.from('clients').update({ agency_id: south }).eq('id', client).select()
    expect(fetched.data).toEqual([])
  })

  it('takes a client’s projects along, and leaves the assignee behind', async () => {
    const mover = await newClient(north)
    const work = await newProject(mover, north)
    await arrange(sam.db.from('projects').update({ assigned_to: bea.id }).eq('id', work))
    await arrange(sam.db.from('clients').update({ agency_id: south }).eq('id', mover))
    const [seen] = await arrange(sue.db.from('projects').select('agency_id, assigned_to').eq('id', work))
    expect(seen).toEqual({ agency_id: south, assigned_to: null })
    expect(await arrange(bea.db.from('projects').select().eq('id', work))).toEqual([])
    await arrange(service.from('clients').delete().eq('id', mover))
  })

  it('never parts a project from its client’s agency', async () => {
    const alone = await sam.db.from('projects').update({ agency_id: south }).eq('id', project)
    expect(alone.error?.code).toBe('23503')
    const abroad = await bea.db.from('projects').update({ client_id: southClient }).eq('id', project)
    expect(abroad.error?.code).toBe('23503')
  })

  it('does not move notes, updates or attachments to another client’s work', async () => {
    const [note] = await arrange(bea.db.from('client_notes').insert({ client_id: client, note_text: text }).select())
    const { error } = await bea.db.from('client_notes').update({ client_id: southClient }).eq('id', note?.id)
    expect(error?.code).toBe('42501')
  })
})

async function newClient(agency: string): Promise<string> {
  const id = crypto.randomUUID()
  await arrange(service.from('clients').insert({ id, agency_id: agency, name: 'Mover', email: 'mover@isolation.test' }))
  return id
}

async function newProject(clientId: string, agency: string): Promise<string> {
  const id = crypto.randomUUID()
  await arrange(
    service
      .from('projects')
      .insert({ id, agency_id: agency, client_id: clientId, name: 'Move', project_type: 'maintenance' }),
  )
  return id
}
