import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arrange, newPerson, north, type Person, removePeople, service, south } from './people.ts'

let sam: Person // a super admin in North
let amy: Person // agency admin of an agency of her own
let ada: Person // admin of the same agency
let bea: Person // on its staff
let eve: Person // signed up by herself
let agency: string

beforeAll(async () => {
  agency = crypto.randomUUID()
  await arrange(service.from('agencies').insert({ id: agency, name: 'West End Media' }))
  sam = await newPerson('Sam', { agencyId: north, roles: ['super_admin'] })
  amy = await newPerson('Amy', { agencyId: agency, roles: ['agency_admin'] })
  ada = await newPerson('Ada', { agencyId: agency, roles: ['admin'] })
  bea = await newPerson('Bea', { agencyId: agency, roles: ['agency_staff'] })
  eve = await newPerson('Eve')
})
afterAll(async () => {
  await removePeople(sam, amy, ada, bea, eve)
  await arrange(service.from('agencies').delete().eq('id', agency))
})

const rolesOf = async ({ id }: Person) => {
  const rows = await arrange(service.from('user_roles').select('role').eq('user_id', id))
  return rows.map(({ role }) => role).sort()
}

describe('a new user', () => {
  it('is only a user, without an agency, whatever they said about themselves', async () => {
    const { data, error } = await service.auth.admin.createUser({
      email: `${crypto.randomUUID()}@isolation.test`,
      password: 'mainstreet',
      email_confirm: true,
      user_metadata: { name: '  Max  ', role: 'super_admin', roles: ['super_admin'], agency_id: north },
    })
    expect(error).toBeNull()
    const id = data.user?.id
    const [profile] = await arrange(service.from('user_profiles').select('*, user_roles(role)').eq('id', id))
    expect(profile).toMatchObject({ display_name: 'Max', agency_id: null, user_roles: [{ role: 'user' }] })
    await service.auth.admin.deleteUser(String(id))
    expect(await arrange(service.from('user_profiles').select().eq('id', id))).toEqual([])
  })
})

describe('roles', () => {
  it('are given and taken by a super admin, one at a time, and count at once', async () => {
    await arrange(service.from('clients').insert({ agency_id: agency, name: 'Corner Shop', email: 'a@isolation.test' }))
    await arrange(sam.db.from('user_profiles').update({ agency_id: agency }).eq('id', eve.id))
    const clients = () => arrange(eve.db.from('clients').select('name'))
    expect(await clients()).toEqual([])
    await arrange(sam.db.from('user_roles').insert({ user_id: eve.id, role: 'agency_staff' }))
    expect(await clients()).toEqual([{ name: 'Corner Shop' }])
    await arrange(sam.db.from('user_roles').delete().match({ user_id: eve.id, role: 'agency_staff' }))
    expect(await clients()).toEqual([])
    expect(await rolesOf(eve)).toEqual(['user'])
    await arrange(sam.db.from('user_profiles').update({ agency_id: null }).eq('id', eve.id))
  })

  it.each([
    ['a super admin', () => sam],
    ['an agency admin', () => amy],
    ['somebody who signed up', () => eve],
  ])('are not changed by their owner: %s', async (_who, person) => {
    const { id, db } = person()
    const before = await rolesOf(person())
    const given = await db.from('user_roles').insert({ user_id: id, role: 'admin' })
    expect(given.error?.code).toBe('42501')
    await db.from('user_roles').delete().eq('user_id', id)
    expect(await rolesOf(person())).toEqual(before)
  })

  it('tell a super admin who takes their own away why nothing happened', async () => {
    const { error } = await sam.db.from('user_roles').delete().match({ user_id: sam.id, role: 'super_admin' })
    expect(error).toMatchObject({ code: '42501', message: 'Nobody changes their own roles.' })
  })

  it('always leave a super admin, even when the service role takes them away', async () => {
    const taken = await service.from('user_roles').delete().eq('role', 'super_admin')
    expect(taken.error).toMatchObject({ code: '42501', message: 'The last super admin cannot be removed.' })
    const changed = await service.from('user_roles').update({ role: 'admin' }).eq('role', 'super_admin')
    expect(changed.error).not.toBeNull()
    expect(await rolesOf(sam)).toEqual(['super_admin', 'user'])
  })
})

describe('profiles', () => {
  it('are put into another agency by a super admin only, and never the own one', async () => {
    for (const { id, db } of [sam, amy, eve]) {
      const { error } = await db.from('user_profiles').update({ agency_id: south }).eq('id', id)
      expect(error?.code).toBe('42501')
    }
    const byAdmin = await amy.db.from('user_profiles').update({ agency_id: null }).eq('id', bea.id).select()
    expect(byAdmin.data).toEqual([])
  })

  it('keep the name their owner chose, whoever else looks', async () => {
    const { error } = await sam.db.from('user_profiles').update({ display_name: 'Somebody' }).eq('id', bea.id)
    expect(error?.code).toBe('42501')
  })
})

describe('an agency', () => {
  it('lets its agency admin edit how it is reached, and nothing it pays for', async () => {
    const details = { phone: '(555) 010-0300', contact_person: 'Amy', website_url: 'https://west.test' }
    expect(await arrange(amy.db.from('agencies').update(details).eq('id', agency).select())).toMatchObject([details])
    for (const rule of [{ subscription_tier: 'enterprise' }, { is_active: false }]) {
      const { error } = await amy.db.from('agencies').update(rule).eq('id', agency)
      expect(error?.code).toBe('42501')
    }
  })

  it('is not edited by its admin', async () => {
    const { data } = await ada.db.from('agencies').update({ phone: '1' }).eq('id', agency).select()
    expect(data).toEqual([])
  })

  it('starts on tier basic, active', async () => {
    const [added] = await arrange(sam.db.from('agencies').insert({ name: 'East End' }).select())
    expect(added).toMatchObject({ subscription_tier: 'basic', is_active: true, email: null })
    await arrange(sam.db.from('agencies').delete().eq('id', added?.id))
  })

  it('reads but does not write while it is not active', async () => {
    const rename = () => bea.db.from('clients').update({ name: 'Renamed' }).eq('agency_id', agency).select('name')
    await arrange(sam.db.from('agencies').update({ is_active: false }).eq('id', agency))
    expect((await rename()).data).toEqual([])
    expect(await arrange(bea.db.from('clients').select('name'))).toEqual([{ name: 'Corner Shop' }])
    const own = await amy.db.from('agencies').update({ phone: '2' }).eq('id', agency).select()
    expect(own.data).toEqual([])
    await arrange(sam.db.from('agencies').update({ is_active: true }).eq('id', agency))
    expect((await rename()).data).toEqual([{ name: 'Renamed' }])
  })
})

describe('a project', () => {
  it('is assigned to staff of its agency only, and let go when they leave', async () => {
    const [client] = await arrange(
      bea.db.from('clients').insert({ name: 'Garage', email: 'g@isolation.test' }).select(),
    )
    const [project] = await arrange(
      bea.db.from('projects').insert({ client_id: client?.id, name: 'Site', project_type: 'web_development' }).select(),
    )
    const assign = (person: Person) =>
      sam.db.from('projects').update({ assigned_to: person.id }).eq('id', project?.id).select('assigned_to')
    expect((await assign(eve)).error?.code).toBe('23514')
    expect((await assign(sam)).error?.code).toBe('23514')
    expect((await assign(ada)).data).toEqual([{ assigned_to: ada.id }])
    await arrange(sam.db.from('user_profiles').update({ agency_id: south }).eq('id', ada.id))
    const [left] = await arrange(bea.db.from('projects').select('assigned_to').eq('id', project?.id))
    expect(left).toEqual({ assigned_to: null })
    await arrange(sam.db.from('user_profiles').update({ agency_id: agency }).eq('id', ada.id))
  })

  it('goes with its client, and so does everything that hangs on it', async () => {
    const { db } = bea
    const [client] = await arrange(db.from('clients').insert({ name: 'Going', email: 'g@isolation.test' }).select())
    const [project] = await arrange(
      db.from('projects').insert({ client_id: client?.id, name: 'Site', project_type: 'maintenance' }).select(),
    )
    const [update] = await arrange(
      db.from('project_updates').insert({ project_id: project?.id, title: 'Half way', content: 'Done' }).select(),
    )
    await arrange(db.from('project_notes').insert({ project_id: project?.id, note_text: 'Note' }))
    await arrange(db.from('clients').delete().eq('id', client?.id))
    expect(await arrange(service.from('projects').select().eq('id', project?.id))).toEqual([])
    expect(await arrange(service.from('project_updates').select().eq('id', update?.id))).toEqual([])
    expect(await arrange(service.from('project_notes').select().eq('project_id', project?.id))).toEqual([])
  })
})

describe('notes', () => {
  it('are deleted by any colleague, and outlive the one who wrote them', async () => {
    const author = await newPerson('Theo', { agencyId: agency, roles: ['agency_staff'] })
    const [client] = await arrange(bea.db.from('clients').insert({ name: 'Noted', email: 'n@isolation.test' }).select())
    const [note] = await arrange(
      author.db.from('client_notes').insert({ client_id: client?.id, note_text: 'Call on Monday' }).select(),
    )
    await removePeople(author)
    expect(await arrange(bea.db.from('client_notes').select().eq('id', note?.id))).toMatchObject([{ staff_id: null }])
    const { count } = await bea.db.from('client_notes').delete({ count: 'exact' }).eq('id', note?.id)
    expect(count).toBe(1)
  })
})

describe('somebody whose account was removed', () => {
  it('gets nothing for the token they still hold', async () => {
    const gone = await newPerson('Gus', { agencyId: agency, roles: ['agency_staff', 'super_admin'] })
    expect(await arrange(gone.db.from('agencies').select().eq('id', agency))).toHaveLength(1)
    await removePeople(gone)
    const { data } = await gone.db.from('agencies').select().eq('id', agency)
    expect(data ?? []).toEqual([])
  })
})
