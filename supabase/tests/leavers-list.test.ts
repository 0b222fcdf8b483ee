import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealed } from '../isolation/random-payload.ts'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'

let agency: string
let elsewhere: string
let amy: Person // their agency admin
let bea: Person // who shares entries
let lee: Person // who leaves
let far: Person // admin of the other agency
let root: Person // a super admin elsewhere

beforeAll(async () => {
  agency = await newAgency('Vault House')
  elsewhere = await newAgency('Elsewhere')
  amy = await newPerson('Amy', { agencyId: agency, roles: ['agency_admin'] })
  bea = await newPerson('Bea', { agencyId: agency, roles: ['agency_staff'] })
  far = await newPerson('Far', { agencyId: elsewhere, roles: ['admin'] })
  root = await newPerson('Root', { agencyId: elsewhere, roles: ['super_admin'] })
})
beforeEach(async () => {
  lee = await newPerson('Lee', { agencyId: agency, roles: ['agency_staff'] })
})
afterAll(async () => {
  await removePeople(amy, bea, far, root)
  await arrange(service.from('agencies').delete().in('id', [agency, elsewhere]))
})

async function newAgency(name: string): Promise<string> {
  const id = crypto.randomUUID()
  await arrange(service.from('agencies').insert({ id, name }))
  return id
}

async function keep(person: Person, title: string, agency_id: string | null = agency, more = {}): Promise<string> {
  const entry = { title, agency_id, encrypted_password: sealed(), ...more }
  const [kept] = await arrange(person.db.from('password_vault').insert(entry).select('id'))
  return kept?.id
}
const use = (person: Person, vault_entry_id: string, action: 'copied' | 'viewed' = 'copied') =>
  arrange(person.db.from('vault_access_logs').insert({ vault_entry_id, action }))
const change = (person: Person, id: string) =>
  arrange(person.db.from('password_vault').update({ encrypted_password: sealed() }).eq('id', id))
const shutOut = () => arrange(amy.db.rpc('deactivate_person', { person: lee.id }))
const move = (agency_id: string) => arrange(root.db.from('user_profiles').update({ agency_id }).eq('id', lee.id))

const asked = (whose = lee) => ({ person: whose.id, agency })
const listFor = ({ db }: Person): Promise<{ title: string }[]> => arrange(db.rpc('leavers_list', asked()))
const about = async ({ db }: Person) => (await arrange(db.rpc('leaver', asked())))[0]
const line = async (person: Person, title: string) => (await listFor(person)).find((entry) => entry.title === title)

describe('[vault.md#the-leavers-list] the leaver’s list', () => {
  it('has what somebody could read, and what they copied or saw of it since the password last changed', async () => {
    const [router, mail, safe] = [await keep(bea, 'Router'), await keep(bea, 'Mail'), await keep(bea, 'Safe')]
    await keep(lee, 'Theirs')
    await use(lee, router)
    await use(lee, mail, 'viewed')
    await use(lee, safe)
    await change(bea, safe)
    await use(bea, safe)
    const [known, moment] = [await listFor(amy), expect.any(String)]
    expect(known.map(({ title }) => title)).toEqual(expect.arrayContaining(['Mail', 'Router', 'Safe', 'Theirs']))
    expect(await line(amy, 'Router')).toMatchObject({
      copied_at: moment,
      viewed_at: null,
      owner: 'Bea',
      is_theirs: false,
    })
    expect(await line(amy, 'Mail')).toMatchObject({ copied_at: null, viewed_at: moment })
    expect(await line(amy, 'Safe')).toMatchObject({ copied_at: null, viewed_at: null })
    expect(await line(amy, 'Theirs')).toMatchObject({ is_theirs: true })
  })

  it('ticks an entry once its password was changed after they left, and not before', async () => {
    const id = await keep(bea, 'Before and after')
    await use(lee, id)
    await change(bea, id)
    expect(await line(amy, 'Before and after')).toMatchObject({ is_changed: false })
    await use(lee, id)
    await shutOut()
    expect(await line(amy, 'Before and after')).toMatchObject({ is_changed: false, copied_at: expect.any(String) })
    await change(bea, id)
    expect(await line(amy, 'Before and after')).toMatchObject({ is_changed: true, copied_at: expect.any(String) })
  })

  it('ticks an entry with a two-step key once the key was changed too', async () => {
    const id = await keep(bea, 'Two steps', agency, { encrypted_two_step_key: sealed() })
    const edit = (columns: object) => arrange(bea.db.from('password_vault').update(columns).eq('id', id))
    await use(lee, id)
    await shutOut()
    expect(await line(amy, 'Two steps')).toMatchObject({ is_changed: false, to_change: ['password', 'two_step_key'] })
    await change(bea, id)
    expect(await line(amy, 'Two steps')).toMatchObject({
      ...{ is_changed: false, to_change: ['two_step_key'], copied_at: expect.any(String) },
    })
    await edit({ encrypted_two_step_key: sealed() })
    expect(await line(amy, 'Two steps')).toMatchObject({
      ...{ is_changed: true, to_change: [], copied_at: expect.any(String) },
    })
  })

  it('has nothing that was added after they left, and stays with the agency that they left', async () => {
    await keep(bea, 'Earlier')
    expect(await about(amy)).toMatchObject({ left_at: null })
    await move(elsewhere)
    await keep(bea, 'Later')
    expect(await line(amy, 'Earlier')).toMatchObject({ is_changed: false })
    expect(await line(amy, 'Later')).toBeUndefined()
    expect(await about(amy)).toMatchObject({ name: 'Lee', agency_name: 'Vault House', left_at: expect.any(String) })
  })

  it('leaves an entry ticked when a deactivated person is moved to another agency', async () => {
    const id = await keep(bea, 'Changed before the move')
    await use(lee, id)
    await shutOut()
    await change(bea, id)
    const before = await about(amy)
    await move(elsewhere)
    expect(await line(amy, 'Changed before the move')).toMatchObject({ is_changed: true })
    expect((await about(amy))?.left_at).toBe(before?.left_at)
  })

  it('tells since when somebody is out whose roles were taken away', async () => {
    await arrange(root.db.from('user_roles').delete().match({ user_id: lee.id, role: 'agency_staff' }))
    expect(await about(amy)).toMatchObject({ left_at: expect.any(String) })
  })

  it('counts what only they could open, what is shared no more and what was deleted, and names none of it', async () => {
    const [unshared, deleted] = [await keep(bea, 'Shared no more'), await keep(bea, 'Deleted')]
    await keep(lee, 'Private', null)
    await use(lee, unshared)
    await use(lee, deleted, 'viewed')
    await arrange(bea.db.from('password_vault').update({ agency_id: null }).eq('id', unshared))
    await arrange(bea.db.from('password_vault').delete().eq('id', deleted))
    expect(await about(amy)).toMatchObject({ own: 1, unnamed: 1, deleted: 1 })
    const titles = (await listFor(amy)).map(({ title }) => title)
    for (const title of ['Private', 'Shared no more', 'Deleted']) expect(titles).not.toContain(title)
    // Entries that the person has taken to another agency do not count for this one.
    await move(elsewhere)
    expect(await about(amy)).toMatchObject({ own: 0 })
  })

  it('[vault.md#taking-over] lets an admin take over what nobody can change any more, and only that', async () => {
    const [theirs, hers] = [
      await keep(lee, 'Shop admin', agency, { encrypted_two_step_key: sealed() }),
      await keep(bea, 'Printer'),
    ]
    const before = (await arrange(service.from('password_vault').select('*').eq('id', theirs)))[0]
    const takeOver = ({ db }: Person, entry: string) => db.rpc('take_over_entry', { entry })
    expect(await about(amy)).toMatchObject({ shared: 1 })
    expect((await takeOver(amy, theirs)).error).toMatchObject({ code: 'PT409' })
    await shutOut()
    expect(await arrange(amy.db.rpc('entries_to_take_over'))).toContain(theirs)
    for (const person of [bea, far, root]) {
      expect(await arrange(person.db.rpc('entries_to_take_over'))).toEqual([])
      expect((await takeOver(person, theirs)).error?.code).toBe(person === bea ? '42501' : 'PT409')
    }
    expect((await takeOver(amy, hers)).error).toMatchObject({ code: 'PT409' })

    // Two admins at once: one of them becomes the owner, and the other hears that there is one.
    const abe = await newPerson('Abe', { agencyId: agency, roles: ['admin'] })
    const both = await Promise.all([takeOver(amy, theirs), takeOver(abe, theirs)])
    expect(both.map(({ error }) => error?.code).sort()).toEqual(['PT409', undefined])
    const owner = both[0]?.error ? abe : amy
    const after = (await arrange(service.from('password_vault').select('*').eq('id', theirs)))[0]
    expect(after).toEqual({ ...before, user_id: owner.id, updated_at: expect.any(String) })
    const lines = service.from('audit_events').select('actor_id, agency_id').eq('subject_id', theirs)
    expect(await arrange(lines.eq('kind', 'vault_taken_over'))).toEqual([{ actor_id: owner.id, agency_id: agency }])

    // They owned it, and so know it whether they copied it or not.
    expect(await line(amy, 'Shop admin')).toMatchObject({ is_theirs: true, is_changed: false })
    await change(owner, theirs)
    await arrange(owner.db.from('password_vault').update({ encrypted_two_step_key: sealed() }).eq('id', theirs))
    expect(await line(amy, 'Shop admin')).toMatchObject({ is_changed: true })
    await arrange(service.from('password_vault').delete().eq('id', theirs))
    await removePeople(abe)
  })

  it('names a super admin of another agency nothing that they may not read, and counts it', async () => {
    await keep(bea, 'Not theirs to read')
    expect(await listFor(root)).toEqual([])
    expect((await about(root))?.unnamed).toBeGreaterThan(0)
  })

  it('is for nobody else: not for colleagues, nor for admins of another agency, nor about whoever never was here', async () => {
    for (const name of ['leaver', 'leavers_list']) {
      expect((await bea.db.rpc(name, asked())).error).toMatchObject({ code: '42501' })
      expect((await far.db.rpc(name, asked())).error).toMatchObject({ code: 'PT404' })
      expect((await amy.db.rpc(name, asked(far))).error).toMatchObject({ code: 'PT404' })
      expect((await amy.db.rpc(name, { person: lee.id, agency: elsewhere })).error).toMatchObject({ code: 'PT404' })
    }
  })
})
