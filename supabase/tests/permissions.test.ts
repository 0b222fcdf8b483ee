import { afterAll, beforeAll, expect, it } from 'vitest'
import { matrix } from '../isolation/matrix.ts'
import type { RowName } from '../isolation/rights.ts'
import { arrange, newPerson, type Person, removePeople, service, signIn, south } from './people.ts'

/**
 * The table role_permissions describes what each role may do. It has to agree with the policies: for whole tables by
 * the isolation matrix, which isolation.test.ts compares with the policies; for columns and functions by trial.
 */

type Permission = { role: string; covers: string[]; actions: string[]; scope: string }

/** The names of people of North, by role. */
const holders = { user: 'uma', agency_staff: 'ben', agency_admin: 'ana', admin: 'abe', super_admin: 'sol' } as const
const roles = ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin'] as const
type Role = (typeof roles)[number]

let people: Record<Role, Person>
let told: { part: string; line: string }[]
let other: Person
let agency: string

beforeAll(async () => {
  people = {
    user: await signIn('uma@north.test'),
    agency_staff: await signIn('ben@north.test'),
    agency_admin: await signIn('ana@north.test'),
    admin: await signIn('abe@north.test'),
    super_admin: await signIn('sol@mainstreet.test'),
  }
  const table = people.super_admin.db.from('role_permissions')
  const permissions: Permission[] = await arrange(table.select('role, covers, actions, scope'))
  told = permissions.flatMap(({ role, covers, actions, scope }) =>
    covers.flatMap((part) => actions.map((action) => ({ part, line: sentence(role, action, part, scope) }))),
  )
  agency = crypto.randomUUID()
  await arrange(service.from('agencies').insert({ id: agency, name: 'Permissions' }))
  other = await newPerson('Oda', { agencyId: agency })
})
afterAll(async () => {
  await removePeople(other)
  await arrange(service.from('agencies').delete().eq('id', agency))
})

const sentence = (role: string, action: string, part: string, scope: string) => `${role}: ${action} ${part}, ${scope}`

const toldAbout = (isMeant: (part: string) => boolean) =>
  told
    .filter(({ part }) => isMeant(part))
    .map(({ line }) => line)
    .sort()

const actions = { select: 'read', insert: 'add', update: 'change', delete: 'delete' } as const
const verbs = ['select', 'insert', 'update', 'delete'] as const

it('is told of every table as the isolation matrix has it', () => {
  const decided = Object.entries(matrix).flatMap(([table, rightsOf]) =>
    roles.flatMap((role) =>
      verbs.flatMap((verb) =>
        scopesOf(table, rightsOf[holders[role]][verb]).map((scope) => sentence(role, actions[verb], table, scope)),
      ),
    ),
  )
  expect(toldAbout((part) => part in matrix)).toEqual(decided.sort())
})

/** The rows that a right of a person in North covers, in the words of the table role_permissions. */
function scopesOf(table: string, rows: readonly RowName[]): string[] {
  if (rows.length === 0) return []
  if (rows.includes('any')) return ['any']
  if (table === 'password_vault') return rows.includes('north') ? ['own', 'shared'] : ['own']
  if (table === 'user_roles' && !rows.includes('own')) return ['others']
  if (rows.includes('south') || rows.includes('spare')) return ['every agency']
  return rows.includes('north') ? ['own agency'] : ['own']
}

it('is told who puts people into an agency, which nobody does with themselves', async () => {
  const put = async ({ db }: Person, id: string) =>
    (await db.from('user_profiles').update({ agency_id: south }, { count: 'exact' }).eq('id', id)).count === 1
  const worked: string[] = []
  for (const role of roles) {
    expect(await put(people[role], people[role].id), role).toBe(false)
    if (await put(people[role], other.id)) worked.push(sentence(role, 'change', 'user_profiles.agency_id', 'others'))
  }
  await arrange(service.from('user_profiles').update({ agency_id: agency }).eq('id', other.id))
  expect(toldAbout((part) => part === 'user_profiles.agency_id')).toEqual(worked)
})

it('is told who decides what an agency pays for, and whether it is active', async () => {
  const change = async ({ db }: Person, column: string) =>
    (
      await db
        .from('agencies')
        .update({ [column]: changed[column] }, { count: 'exact' })
        .eq('id', agency)
    ).count === 1
  const worked: string[] = []
  for (const role of roles) {
    // The person is of the same agency, so that an agency admin is refused for the column and not for the row.
    const local = await newPerson('Lou', { agencyId: agency, roles: role === 'user' ? [] : [role] })
    for (const column of Object.keys(changed)) {
      expect(await change(local, column), `${role} ${column}`).toBe(role === 'super_admin')
      await arrange(service.from('agencies').update({ subscription_tier: 'basic', is_active: true }).eq('id', agency))
      const everywhere = await change(people[role], column)
      if (everywhere) worked.push(sentence(role, 'change', `agencies.${column}`, 'every agency'))
    }
    await removePeople(local)
  }
  await arrange(service.from('agencies').update({ is_active: true }).eq('id', agency))
  expect(toldAbout((part) => part.startsWith('agencies.'))).toEqual(worked.sort())
})

const changed: Record<string, unknown> = { subscription_tier: 'pro', is_active: false }

it('is told who creates users, with which roles and where', async () => {
  const worked: string[] = []
  for (const role of roles) {
    for (const wanted of roles) {
      const created = await create(people[role], wanted)
      const elsewhere = created && (await create(people[role], wanted, agency))
      const scope = elsewhere ? 'every agency' : 'own agency'
      if (created) worked.push(sentence(role, 'add', `create-user ${wanted}`, scope))
    }
  }
  expect(toldAbout((part) => part.startsWith('create-user'))).toEqual(worked.sort())
})

async function create({ db }: Person, role: Role, agencyId?: string): Promise<boolean> {
  const email = `${crypto.randomUUID()}@permissions.test`
  const body = { email, name: 'Newcomer', password: 'mainstreet', role, ...(agencyId && { agencyId }) }
  const { data } = await db.functions.invoke('create-user', { body })
  if (data) await service.auth.admin.deleteUser(data.user.id)
  return data !== null
}

it('is told who resets passwords, which nobody does with their own', async () => {
  const reset = async ({ db }: Person, userId: string) =>
    (await db.functions.invoke('reset-user-password', { body: { userId, newPassword: 'a new one' } })).error === null
  const worked: string[] = []
  for (const role of roles) {
    expect(await reset(people[role], people[role].id), role).toBe(false)
    if (await reset(people[role], other.id)) worked.push(sentence(role, 'change', 'reset-user-password', 'others'))
  }
  expect(toldAbout((part) => part === 'reset-user-password')).toEqual(worked)
})

it('is told who exports clients, and who erases them for good', async () => {
  const worked: string[] = []
  const works = async ({ db }: Person, name: string, agency_id: string | null) => {
    const [client] = await arrange(
      service.from('clients').insert({ agency_id, name: 'Client', email: 'client@permissions.test' }).select('id'),
    )
    const { error } = await db.functions.invoke(name, { body: { client: client?.id } })
    await arrange(service.from('clients').delete().eq('id', client?.id))
    return error === null
  }
  for (const role of roles) {
    for (const [name, action] of [
      ['export-client', 'read'],
      ['erase-client', 'delete'],
    ] as const) {
      if (!(await works(people[role], name, people.super_admin.agencyId))) continue
      const scope = (await works(people[role], name, agency)) ? 'every agency' : 'own agency'
      worked.push(sentence(role, action, name, scope))
    }
  }
  expect(toldAbout((part) => part.endsWith('-client'))).toEqual(worked.sort())
})

it('is told who deactivates people and brings them back, which nobody does with themselves', async () => {
  const worked: string[] = []
  for (const role of roles) {
    expect((await people[role].db.rpc('deactivate_person', { person: people[role].id })).error, role).not.toBeNull()
    for (const part of ['deactivate_person', 'bring_back_person']) {
      const local = await newPerson('Lou', { agencyId: people.super_admin.agencyId })
      const near = await people[role].db.rpc(part, { person: local.id })
      const far = await people[role].db.rpc(part, { person: other.id })
      if (!near.error) worked.push(sentence(role, 'change', part, far.error ? 'own agency' : 'others'))
      await removePeople(local)
    }
  }
  await arrange(people.super_admin.db.rpc('bring_back_person', { person: other.id }))
  expect(toldAbout((part) => part.endsWith('_person'))).toEqual(worked.sort())
})

it('is told who asks for another address of somebody', async () => {
  const worked: string[] = []
  const near = await newPerson('Lou', { agencyId: people.super_admin.agencyId })
  const works = async ({ db }: Person, person: string) =>
    (await db.rpc('ask_address_change', { person, address: `${crypto.randomUUID()}@isolation-trial.invalid` }))
      .error === null
  for (const role of roles) {
    expect(await works(people[role], people[role].id), role).toBe(false)
    if (!(await works(people[role], near.id))) continue
    const scope = (await works(people[role], other.id)) ? 'others' : 'own agency'
    worked.push(sentence(role, 'change', 'ask_address_change', scope))
  }
  await removePeople(near)
  expect(toldAbout((part) => part === 'ask_address_change')).toEqual(worked.sort())
})

it('is told who takes invitations back', async () => {
  const worked: string[] = []
  const works = async ({ db }: Person, agencyId: string) => {
    const email = `${crypto.randomUUID()}@permissions.test`
    const body = { email, name: 'Newcomer', role: 'agency_staff', agencyId }
    const { data } = await people.super_admin.db.functions.invoke('invite-user', { body })
    const { error } = await db.rpc('revoke_invitation', { person: data.user.id })
    if (error) await service.auth.admin.deleteUser(data.user.id)
    return error === null
  }
  for (const role of roles) {
    if (!(await works(people[role], people.super_admin.agencyId ?? ''))) continue
    const scope = (await works(people[role], agency)) ? 'others' : 'own agency'
    worked.push(sentence(role, 'delete', 'revoke_invitation', scope))
  }
  expect(toldAbout((part) => part === 'revoke_invitation')).toEqual(worked.sort())
})

it('is told who looks after the mails', async () => {
  const worked: string[] = []
  for (const role of roles) {
    const { db } = people[role]
    const read = await db.rpc('queued_mails')
    if (!read.error) worked.push(sentence(role, 'read', 'mails', 'any'))
    const sent = await db.rpc('send_mail_again', { mail_id: crypto.randomUUID() })
    if (!sent.error) worked.push(sentence(role, 'change', 'mails', 'any'))
  }
  expect(toldAbout((part) => part === 'mails')).toEqual(worked.sort())
})

it('covers nothing else', () => {
  const tried = (part: string) =>
    part in matrix ||
    /^(user_profiles\.agency_id|agencies\.(subscription_tier|is_active)|create-user \w+|reset-user-password|(export|erase)-client|(deactivate|bring_back)_person|revoke_invitation|ask_address_change|mails)$/.test(
      part,
    )
  expect(toldAbout((part) => !tried(part))).toEqual([])
})
