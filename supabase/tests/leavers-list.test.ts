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

async function keep(person: Person, title: string, agency_id: string | null = agency): Promise<string> {
  const entry = { title, agency_id, encrypted_password: sealed() }
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

  it('has nothing that was added after they left, and stays with the agency that they left', async () => {
    await keep(bea, 'Earlier')
    expect(await about(amy)).toMatchObject({ left_at: null })
    await move(elsewhere)
    await keep(bea, 'Later')
    expect(await line(amy, 'Earlier')).toMatchObject({ is_changed: false })
    expect(await line(amy, 'Later')).toBeUndefined()
    expect(await about(amy)).toMatchObject({ name: 'Lee', agency_name: 'Vault House', left_at: expect.any(String) })
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
