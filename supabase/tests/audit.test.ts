import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './functions-client.ts'
import { arrange, newPerson, type Person, removePeople, service, signIn, visitor } from './people.ts'

/**
 * Tests of the audit trail: when lines are written, and who reads them. scripts/schema/audit.test.ts covers that
 * changes are noticed.
 */

type Line = {
  id: string
  kind: string
  actor_kind: string
  actor_name: string | null
  said: Record<string, unknown> | null
}

const agency = crypto.randomUUID()
let sol: Person
/** The agency admin who reads the audit trail. */
let ida: Person
let ada: Person
let bob: Person

beforeAll(async () => {
  await arrange(service.from('agencies').insert({ id: agency, name: 'Watched' }))
  sol = await signIn('sol@mainstreet.test')
  ida = await newPerson('Ida', { agencyId: agency, roles: ['agency_admin'] })
  ada = await newPerson('Ada', { agencyId: agency, roles: ['agency_admin'] })
  bob = await newPerson('Bob', { agencyId: agency, roles: ['agency_staff'] })
})
afterAll(async () => {
  await removePeople(ida, ada, bob)
  await arrange(service.from('agencies').delete().eq('id', agency))
})

const trail = async ({ db }: Person, asked: object = {}): Promise<Line[]> =>
  arrange(db.rpc('audit_trail', { row_count: 1000, ...asked }))

/** Runs an action and returns the audit lines that it adds: actor, action and details; oldest first. */
async function told(deed: () => Promise<unknown>): Promise<unknown[]> {
  const known = new Set((await trail(ida)).map(({ id }) => id))
  await deed()
  const lines = (await trail(ida)).filter(({ id }) => !known.has(id)).reverse()
  return lines.map(({ actor_kind, actor_name, kind, said }) => [actor_name ?? actor_kind, kind, ...wordsOf(said)])
}

const wordsOf = (said: Line['said']) =>
  Object.entries(said ?? {}).flatMap(([name, value]) => (name === 'id' || name === 'from' ? [] : [value]))

async function addressOf({ id }: Person): Promise<string> {
  const { data } = await service.auth.admin.getUserById(id)
  return data.user?.email ?? ''
}

it('tells who gave and took which role, and who put whom where', async () => {
  const roles = sol.db.from('user_roles')
  expect(
    await told(async () => {
      await arrange(roles.insert({ user_id: bob.id, role: 'agency_admin' }))
      await arrange(roles.delete().match({ user_id: bob.id, role: 'agency_admin' }))
      await arrange(sol.db.from('user_profiles').update({ agency_id: null }).eq('id', bob.id))
      await arrange(sol.db.from('user_profiles').update({ agency_id: agency }).eq('id', bob.id))
    }),
  ).toEqual([
    ['Sol Okafor', 'role_given', 'Bob', 'agency_admin'],
    ['Sol Okafor', 'role_taken', 'Bob', 'agency_admin'],
    ['Sol Okafor', 'left_agency', 'Bob'],
    ['Sol Okafor', 'joined_agency', 'Bob'],
  ])
})

it('tells who signed in, and who changed their own password', async () => {
  expect(
    await told(async () => {
      await bob.db.auth.updateUser({ password: 'mainstreet too' })
      await bob.db.auth.updateUser({ password: 'mainstreet' })
      await signIn(await addressOf(bob))
    }),
  ).toEqual([
    ['Bob', 'password_changed', 'Bob'],
    ['Bob', 'password_changed', 'Bob'],
    ['Bob', 'signed_in', 'Bob'],
  ])
})

it('tells who could not sign in, a moment later', async () => {
  const email = await addressOf(bob)
  expect(
    await told(async () => {
      await visitor.db.auth.signInWithPassword({ email, password: 'a guess' })
      await expect.poll(async () => (await trail(ida, { kinds: ['sign_in_failed'] })).length).toBe(1)
    }),
  ).toEqual([['somebody', 'sign_in_failed', 'Bob']])
})

it('names who asked where a function acts for somebody, and the service key where nobody is known to have', async () => {
  const email = `eve.${crypto.randomUUID()}@isolation.test`
  expect(
    await told(async () => {
      await call(sol, 'reset-user-password', { userId: bob.id, newPassword: 'mainstreet' })
      await call(ada, 'create-user', { email, name: 'Eve', password: 'mainstreet', role: 'agency_staff' })
      await call(ada, 'invite-user', { email: `dan.${email}`, name: 'Dan', role: 'user' })
      await service.auth.admin.updateUserById(ada.id, { ban_duration: '1h' })
      // The changes run one after the other, since lines of the same millisecond have no order.
      await service.auth.admin.updateUserById(ada.id, { ban_duration: 'none' })
      await service.auth.admin.updateUserById(ada.id, { email: `new.${email}` })
    }),
  ).toEqual([
    ['Sol Okafor', 'password_reset', 'Bob'],
    ['Ada', 'created', 'Eve'],
    ['Ada', 'joined_agency', 'Eve'],
    ['Ada', 'role_given', 'Eve', 'agency_staff'],
    ['Ada', 'invited', 'Dan'],
    ['Ada', 'joined_agency', 'Dan'],
    ['service key', 'deactivated', 'Ada'],
    ['service key', 'reactivated', 'Ada'],
    ['service key', 'address_changed', 'Ada', `new.${email}`, expect.stringContaining('@isolation.test')],
  ])
})

it('tells what was deleted, once, and not what went with it', async () => {
  const [client, project, update] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const note = { note_text: 'Call on Monday.' }
  const { db } = await signIn(await addressOf(bob))
  await arrange(
    service.from('clients').insert({ id: client, agency_id: agency, name: 'Harbor Bakery', email: 'h@bakery.test' }),
  )
  const work = { id: project, client_id: client, agency_id: agency, project_type: 'maintenance' }
  await arrange(service.from('projects').insert({ ...work, name: 'Menu' }))
  await arrange(service.from('projects').insert({ ...work, id: crypto.randomUUID(), name: 'Goes along' }))
  await arrange(
    service.from('project_updates').insert({ id: update, project_id: project, title: 'Half', content: 'x' }),
  )
  await arrange(service.from('client_notes').insert({ client_id: client, ...note }))
  await arrange(service.from('client_people').insert({ client_id: client, name: 'Tom' }))
  await arrange(service.from('project_notes').insert({ project_id: project, ...note }))
  await arrange(service.from('project_steps').insert({ project_id: project, title: 'Pictures' }))
  expect(
    await told(async () => {
      await arrange(db.from('client_people').delete().eq('client_id', client))
      await arrange(db.from('client_notes').delete().eq('client_id', client))
      await arrange(db.from('project_notes').delete().eq('project_id', project))
      await arrange(db.from('project_steps').delete().eq('project_id', project))
      await arrange(db.from('project_updates').delete().eq('id', update))
      await arrange(db.from('projects').delete().eq('id', project))
      await arrange(db.from('clients').delete().eq('id', client))
    }),
  ).toEqual([
    ['Bob', 'person_deleted', 'Harbor Bakery', 'Tom'],
    ['Bob', 'note_deleted', 'Harbor Bakery'],
    ['Bob', 'note_deleted', 'Harbor Bakery', 'Menu'],
    ['Bob', 'step_deleted', 'Harbor Bakery', 'Pictures', 'Menu'],
    ['Bob', 'update_deleted', 'Harbor Bakery', 'Half', 'Menu'],
    ['Bob', 'project_deleted', 'Harbor Bakery', 'Menu'],
    ['Bob', 'client_deleted', 'Harbor Bakery'],
  ])
})

it('tells what was changed of an agency, before and after', async () => {
  const change = { phone: '555 0100', contact_person: 'Ada' }
  expect(await told(() => arrange(sol.db.from('agencies').update(change).eq('id', agency)))).toEqual([
    ['Sol Okafor', 'agency_changed', 'Watched', change, { phone: null, contact_person: null }],
  ])
  expect(await told(() => arrange(sol.db.from('agencies').update(change).eq('id', agency)))).toEqual([])
})

it('leaves a line of whoever takes the trail away, which only admins may', async () => {
  expect(await told(() => arrange(ida.db.rpc('note_audit_export')))).toEqual([['Ida', 'exported']])
  const given = { subject: agency, name: 'Watched', agency }
  expect(await told(() => arrange(service.rpc('note_export', given)))).toEqual([['service key', 'exported', 'Watched']])
  const { error } = await (await signIn('ben@north.test')).db.rpc('note_audit_export')
  expect(error).toMatchObject({ code: '42501', message: 'Only admins read the audit trail.' })
})

it('tells which list somebody exported, and how much of it, which only staff can', async () => {
  const given = { list: 'clients', row_count: 42 }
  expect(await told(() => arrange(ida.db.rpc('note_list_export', given)))).toEqual([
    ['Ida', 'exported', 'clients', 'Ida', 42],
  ])
  const uma = await signIn('uma@north.test')
  expect((await uma.db.rpc('note_list_export', given)).error).toMatchObject({ code: '42501' })
  for (const made of [{ list: 'a secret' }, { row_count: -1 }]) {
    expect((await ida.db.rpc('note_list_export', { ...given, ...made })).error).toMatchObject({ code: '22023' })
  }
})

it('finds lines by a part of the name or address, by their kind, and page by page', async () => {
  const about = async (asked: object) => (await trail(sol, asked)).map(({ kind }) => kind)
  expect(await about({ search: 'WATCH', kinds: ['agency_added'] })).toContain('agency_added')
  expect(new Set(await about({ search: `${bob.name}.` }))).toContain('role_given')
  expect(await about({ search: 'nobody of this name' })).toEqual([])
  const [first, second] = [await trail(ida, { row_count: 1 }), await trail(ida, { row_count: 1, first_row: 1 })]
  expect([first.length, second.length]).toEqual([1, 1])
  expect(first).not.toEqual(second)
})

it('stays a chain, and can be checked by the service key alone', async () => {
  await arrange(service.rpc('keep_audit_trail'))
  expect(await arrange(service.rpc('check_audit_chain'))).toEqual([])
  for (const name of ['check_audit_chain', 'keep_audit_trail', 'act_for', 'note_export', 'erase_from_audit_trail']) {
    const given = {
      note_export: { subject: bob.id, name: '', agency },
      act_for: { actor: sol.id, about: bob.id },
      erase_from_audit_trail: { subject: bob.id },
    }
    const { error } = await sol.db.rpc(name, Reflect.get(given, name) ?? {})
    expect(error?.message).toContain('permission denied')
  }
  const { error } = await service.from('audit_events').delete().eq('agency_id', agency)
  expect(error?.code).toBe('42501')
})
