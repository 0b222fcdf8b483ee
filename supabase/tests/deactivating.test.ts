import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arrange, newPerson, north, type Person, removePeople, service, signIn, south } from './people.ts'

/**
 * Tests that deactivate people: who may do and undo that, and what happens to their work. deactivated-sessions.test.ts
 * covers that they are signed out.
 */

const callers = ['nia', 'uma', 'ben', 'ana', 'abe', 'sol', 'cleo'] as const
const kinds = ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin'] as const

let people: Record<(typeof callers)[number], Person>
const made: Person[] = []

beforeAll(async () => {
  people = {
    nia: await signIn('nia@nowhere.test'),
    uma: await signIn('uma@north.test'),
    ben: await signIn('ben@north.test'),
    ana: await signIn('ana@north.test'),
    abe: await signIn('abe@north.test'),
    sol: await signIn('sol@mainstreet.test'),
    cleo: await signIn('cleo@south.test'),
  }
})
afterAll(() => removePeople(...made))

async function somebody(roles: readonly string[], agencyId: string | null = north): Promise<Person> {
  const person = await newPerson('Bert', { agencyId, roles: roles.filter((role) => role !== 'user') })
  made.push(person)
  return person
}

const isOut = async ({ id }: Person) => {
  const [profile] = await arrange(service.from('user_profiles').select('deactivated_at').eq('id', id))
  const { data } = await service.auth.admin.getUserById(id)
  const banned = Date.parse(data.user?.banned_until ?? '') > Date.now()
  expect(profile?.deactivated_at !== null).toBe(banned)
  return banned
}

/** Returns the kinds of people whom a caller can deactivate and reactivate. */
async function caredForBy({ db }: Person, agencyId: string | null): Promise<string[]> {
  const worked: string[] = []
  for (const kind of kinds) {
    const person = await somebody([kind], agencyId)
    await db.rpc('deactivate_person', { person: person.id })
    if (!(await isOut(person))) continue
    worked.push(kind)
    await db.rpc('bring_back_person', { person: person.id })
    expect(await isOut(person)).toBe(false)
  }
  return worked
}

describe('people of North are deactivated and brought back', () => {
  it.each([
    ['nia', []],
    ['uma', []],
    ['ben', []],
    ['cleo', []],
    ['ana', ['user', 'agency_staff']],
    ['abe', ['user', 'agency_staff', 'agency_admin']],
    ['sol', kinds],
  ] as const)('by %s: %j', async (caller, expected) => {
    expect(await caredForBy(people[caller], north)).toEqual(expected)
  })
})

it('those of another agency, or of none, only by super admins', async () => {
  for (const agency of [south, null]) {
    expect(await caredForBy(people.abe, agency)).toEqual([])
    expect(await caredForBy(people.sol, agency)).toEqual(kinds)
  }
})

it('nobody does it to themselves, nor brings themselves back', async () => {
  for (const { db, id } of [people.ana, people.abe, people.sol]) {
    const { error } = await db.rpc('deactivate_person', { person: id })
    expect(error?.code).toBe('42501')
  }
  const person = await somebody(['super_admin'])
  await arrange(people.sol.db.rpc('deactivate_person', { person: person.id }))
  expect((await person.db.rpc('bring_back_person', { person: person.id })).error).not.toBeNull()
  expect(await isOut(person)).toBe(true)
})

it('nobody writes the mark by hand', async () => {
  const { id } = await somebody(['agency_staff'])
  for (const { db } of [people.ana, people.sol]) {
    const { error } = await db.from('user_profiles').update({ deactivated_at: '2026-01-01' }).eq('id', id)
    expect(error?.code).toBe('42501')
  }
})

it('an admin of an agency that is not active does not', async () => {
  const agency = crypto.randomUUID()
  await arrange(service.from('agencies').insert({ id: agency, name: 'Closing' }))
  const admin = await somebody(['agency_admin'], agency)
  const other = await somebody(['agency_staff'], agency)
  await arrange(service.from('agencies').update({ is_active: false }).eq('id', agency))
  await admin.db.rpc('deactivate_person', { person: other.id })
  expect(await isOut(other)).toBe(false)
  await arrange(service.from('agencies').delete().eq('id', agency))
})

it('two who deactivate each other at once leave one of them', async () => {
  const [one, other] = [await somebody(['super_admin']), await somebody(['super_admin'])]
  await Promise.all([
    one.db.rpc('deactivate_person', { person: other.id }),
    other.db.rpc('deactivate_person', { person: one.id }),
  ])
  expect([await isOut(one), await isOut(other)].sort()).toEqual([false, true])
})

it('who is back signs in as before, and old tokens stay refused', async () => {
  const person = await somebody(['agency_staff'])
  const { data } = await person.db.auth.getUser()
  await arrange(people.ana.db.rpc('deactivate_person', { person: person.id }))
  await expect(signIn(data.user?.email ?? '')).rejects.toThrow('banned')
  // Deactivating a person twice changes nothing, and adds no audit line.
  await arrange(people.ana.db.rpc('deactivate_person', { person: person.id }))
  await arrange(people.ana.db.rpc('bring_back_person', { person: person.id }))
  expect((await person.db.from('clients').select('id').limit(1)).status).toBe(401)
  expect((await person.db.auth.refreshSession()).error).not.toBeNull()
  const back = await signIn(data.user?.email ?? '')
  expect(back).toMatchObject({ agencyId: north, roles: expect.arrayContaining(['agency_staff']) })
  const lines = await arrange(people.ana.db.rpc('audit_trail', { row_count: 1000 }))
  const about = lines.filter(({ subject_id }: { subject_id: string }) => subject_id === person.id)
  const kindsOf = about.map(({ kind, actor_name }: { kind: string; actor_name: string }) => [actor_name, kind])
  expect(kindsOf).toEqual(
    expect.arrayContaining([
      [people.ana.name, 'reactivated'],
      [people.ana.name, 'deactivated'],
    ]),
  )
  expect(kindsOf.filter(([, kind]: string[]) => kind === 'deactivated')).toHaveLength(1)
})

describe('what is assigned to them', () => {
  let clientId: string
  beforeAll(async () => {
    const client = { agency_id: north, name: 'Deactivating', email: 'client@isolation.test' }
    const [row] = await arrange(service.from('clients').insert(client).select('id'))
    clientId = row?.id
  })
  afterAll(async () => {
    await arrange(service.from('clients').delete().eq('id', clientId))
  })

  async function withProjects(): Promise<Person> {
    const person = await somebody(['agency_staff'])
    await arrange(
      service.from('projects').insert(
        ['in_progress', 'on_hold', 'completed'].map((status) => ({
          agency_id: north,
          client_id: clientId,
          name: status,
          project_type: 'maintenance',
          status,
          assigned_to: person.id,
        })),
      ),
    )
    return person
  }

  const assignees = async () => {
    const rows = await arrange(service.from('projects').select('status, assigned_to').eq('client_id', clientId))
    await arrange(service.from('projects').delete().eq('client_id', clientId))
    return Object.fromEntries(rows.map(({ status, assigned_to }) => [status, assigned_to]))
  }

  const manager = async () =>
    (await arrange(service.from('clients').select('looked_after_by').eq('id', clientId)))[0]?.looked_after_by

  it('stays so', async () => {
    const { id } = await withProjects()
    await arrange(people.ana.db.rpc('deactivate_person', { person: id }))
    expect(await assignees()).toEqual({ in_progress: id, on_hold: id, completed: id })
  })

  it('goes to a colleague where a super admin says so, but for what is finished', async () => {
    const { id } = await withProjects()
    const reassign_to = people.ben.id
    await arrange(service.from('clients').update({ looked_after_by: id }).eq('id', clientId))
    await arrange(people.sol.db.rpc('deactivate_person', { person: id, reassign_to }))
    expect(await assignees()).toEqual({ in_progress: reassign_to, on_hold: reassign_to, completed: id })
    expect(await manager()).toBe(reassign_to)
  })

  it('stays so by an agency admin, who hands over the clients alone', async () => {
    const { id } = await withProjects()
    const reassign_to = people.ben.id
    await arrange(service.from('clients').update({ looked_after_by: id }).eq('id', clientId))
    await arrange(people.ana.db.rpc('deactivate_person', { person: id, reassign_to }))
    expect(await assignees()).toEqual({ in_progress: id, on_hold: id, completed: id })
    expect(await manager()).toBe(reassign_to)
  })

  it('goes to nobody who is not there: then nothing happens', async () => {
    const person = await withProjects()
    const gone = await somebody(['agency_staff'])
    await arrange(people.sol.db.rpc('deactivate_person', { person: gone.id }))
    await arrange(service.from('clients').update({ looked_after_by: person.id }).eq('id', clientId))
    for (const [caller, reassign_to] of [
      [people.ana, people.cleo.id],
      [people.sol, gone.id],
      [people.sol, people.cleo.id],
      [people.sol, person.id],
    ] as const) {
      expect((await caller.db.rpc('deactivate_person', { person: person.id, reassign_to })).error).not.toBeNull()
    }
    expect(await isOut(person)).toBe(false)
    expect(await assignees()).toEqual({ in_progress: person.id, on_hold: person.id, completed: person.id })
  })
})
