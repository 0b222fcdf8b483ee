import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealed } from '../isolation/random-payload.ts'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'

let agency: string
let elsewhere: string
let bea: Person // on the staff
let bob: Person // her colleague
let amy: Person // their agency admin
let root: Person // a super admin in their agency

beforeAll(async () => {
  agency = await newAgency('Vault House')
  elsewhere = await newAgency('Elsewhere')
  bea = await newPerson('Bea', { agencyId: agency, roles: ['agency_staff'] })
  bob = await newPerson('Bob', { agencyId: agency, roles: ['agency_staff'] })
  amy = await newPerson('Amy', { agencyId: agency, roles: ['agency_admin'] })
  root = await newPerson('Root', { agencyId: agency, roles: ['super_admin'] })
})
afterAll(async () => {
  await arrange(service.from('vault_access_logs').delete().eq('agency_id', agency))
  await removePeople(bea, bob, amy, root)
  await arrange(service.from('agencies').delete().in('id', [agency, elsewhere]))
})

const add = async (person: Person, entry: { title: string; agency_id: string | null }): Promise<string> => {
  const [added] = await arrange(
    person.db
      .from('password_vault')
      .insert({ ...entry, encrypted_password: sealed() })
      .select(),
  )
  return added?.id
}
const titlesOf = async (person: Person) =>
  (await arrange(person.db.from('password_vault').select('title').order('title'))).map(({ title }) => title)

describe('an entry', () => {
  it('is seen by its owner alone until it is shared, and again when sharing ends', async () => {
    const id = await add(bea, { title: 'Router', agency_id: null })
    expect([await titlesOf(bea), await titlesOf(bob), await titlesOf(root)]).toEqual([['Router'], [], []])
    await arrange(bea.db.from('password_vault').update({ agency_id: agency }).eq('id', id))
    expect([await titlesOf(bob), await titlesOf(root)]).toEqual([['Router'], ['Router']])
    await arrange(bea.db.from('password_vault').update({ agency_id: null }).eq('id', id))
    expect(await titlesOf(bob)).toEqual([])
    await arrange(bea.db.from('password_vault').delete().eq('id', id))
  })

  it('has another version after each change, and nobody says which', async () => {
    const id = await add(bea, { title: 'Router', agency_id: null })
    const version = () => arrange(bea.db.from('password_vault').select('updated_at').eq('id', id))
    const before = await version()
    await arrange(bea.db.from('password_vault').update({ title: 'New Router' }).eq('id', id))
    expect(await version()).not.toEqual(before)
    const forged = await bea.db.from('password_vault').update({ updated_at: '2020-01-01T00:00:00Z' }).eq('id', id)
    expect(forged.error?.code).toBe('42501')
    await arrange(bea.db.from('password_vault').delete().eq('id', id))
  })

  it('[vault.md#reuse-and-age] has a password as old as its last change, and nobody says otherwise', async () => {
    const id = await add(bea, { title: 'Router', agency_id: null })
    const ageOf = () => arrange(bea.db.from('password_vault').select('password_changed_at').eq('id', id))
    const before = await ageOf()
    await arrange(bea.db.from('password_vault').update({ title: 'New Router', encrypted_notes: sealed() }).eq('id', id))
    expect(await ageOf()).toEqual(before)
    await arrange(bea.db.from('password_vault').update({ encrypted_password: sealed() }).eq('id', id))
    expect(await ageOf()).not.toEqual(before)
    const forged = await bea.db.from('password_vault').update({ password_changed_at: '2020-01-01' }).eq('id', id)
    expect(forged.error?.code).toBe('42501')
    await arrange(bea.db.from('password_vault').delete().eq('id', id))
  })

  it('is not shared with somebody else’s agency', async () => {
    const id = await add(bea, { title: 'Router', agency_id: null })
    const { error } = await bea.db.from('password_vault').update({ agency_id: elsewhere }).eq('id', id)
    expect(error?.code).toBe('42501')
    await arrange(bea.db.from('password_vault').delete().eq('id', id))
  })

  it('that is shared is edited by its owner and deleted by an admin too, and by nobody else', async () => {
    const id = await add(bea, { title: 'Printer', agency_id: agency })
    for (const { db } of [bob, amy, root]) {
      const edited = await db.from('password_vault').update({ title: 'Mine' }).eq('id', id).select()
      expect(edited.data).toEqual([])
    }
    for (const { db } of [bob, root]) {
      expect((await db.from('password_vault').delete().eq('id', id).select()).data).toEqual([])
    }
    expect(await arrange(amy.db.from('password_vault').delete().eq('id', id).select())).toHaveLength(1)
  })

  it('stays with the agency it is shared with when its owner moves on, and is out of their reach', async () => {
    const mover = await newPerson('Mo', { agencyId: agency, roles: ['agency_staff'] })
    await add(mover, { title: 'Shared', agency_id: agency })
    await add(mover, { title: 'Personal', agency_id: null })
    await arrange(root.db.from('user_profiles').update({ agency_id: elsewhere }).eq('id', mover.id))
    expect(await titlesOf(mover)).toEqual(['Personal'])
    expect(await titlesOf(bea)).toEqual(['Shared'])
    await removePeople(mover)
    const left = await arrange(
      service.from('password_vault').select('title, user_id').in('title', ['Shared', 'Personal']),
    )
    expect(left).toEqual([{ title: 'Shared', user_id: null }])
    await arrange(amy.db.from('password_vault').delete().eq('title', 'Shared'))
  })

  it('that is nobody’s any more is deleted with the agency it was left to', async () => {
    const closing = await newAgency('Closing')
    const last = await newPerson('Lea', { agencyId: closing, roles: ['agency_staff'] })
    const id = await add(last, { title: 'Left behind', agency_id: closing })
    await removePeople(last)
    expect(await arrange(service.from('password_vault').select().eq('id', id))).toHaveLength(1)
    await arrange(service.from('agencies').delete().eq('id', closing))
    expect(await arrange(service.from('password_vault').select().eq('id', id))).toEqual([])
  })
})

describe('a ciphertext belongs to its entry', () => {
  const taken = { code: '23505', message: 'This was sealed for another entry, or for another field of it.' }
  type Columns = {
    encrypted_password?: string
    encrypted_notes?: string | null
    encrypted_two_step_key?: string | null
  }
  const insert = (person: Person, columns: Columns) =>
    person.db
      .from('password_vault')
      .insert({ title: 'Bank', agency_id: agency, encrypted_password: sealed(), ...columns })
  const change = (id: string, columns: Columns) => bea.db.from('password_vault').update(columns).eq('id', id)
  const payloadOf = async (id: string): Promise<string> =>
    (await arrange(service.from('password_vault').select('encrypted_password').eq('id', id)))[0]?.encrypted_password

  it('so it is not stored in another one, nor in another field, by whatever way', async () => {
    const bank = await add(bea, { title: 'Bank', agency_id: agency })
    const other = await add(bea, { title: 'Other', agency_id: null })
    const stolen = await payloadOf(bank)
    expect((await insert(bob, { encrypted_password: stolen })).error).toMatchObject(taken)
    expect((await insert(bob, { encrypted_notes: stolen })).error).toMatchObject(taken)
    expect((await insert(bob, { encrypted_two_step_key: stolen })).error).toMatchObject(taken)
    expect((await change(other, { encrypted_password: stolen })).error).toMatchObject(taken)
    expect((await change(other, { encrypted_notes: stolen })).error).toMatchObject(taken)
    expect((await change(bank, { encrypted_notes: stolen })).error).toMatchObject(taken)
    expect((await change(bank, { encrypted_two_step_key: stolen })).error).toMatchObject(taken)
    const both = sealed()
    expect((await insert(bob, { encrypted_password: both, encrypted_notes: both })).error).toMatchObject(taken)
    const twice = { title: 'Twice', encrypted_password: both }
    expect((await bob.db.from('password_vault').insert([twice, twice])).error).toMatchObject(taken)
    const upserted = service.from('password_vault').upsert({ ...twice, user_id: bea.id, encrypted_password: stolen })
    expect((await upserted).error).toMatchObject(taken)
    expect(await arrange(service.from('password_vault').select('id').eq('title', 'Twice'))).toEqual([])
  })

  it('also under another salt, which would not open it, and after its entry has another password or is gone', async () => {
    const bank = await add(bea, { title: 'Bank', agency_id: agency })
    const first = await payloadOf(bank)
    const salted = first.replace(/"salt":".{4}/, '"salt":"AAAA')
    expect((await insert(bob, { encrypted_password: salted })).error).toMatchObject(taken)
    await arrange(change(bank, { encrypted_password: sealed() }))
    expect((await insert(bob, { encrypted_password: first })).error).toMatchObject(taken)
    await arrange(bea.db.from('password_vault').delete().eq('id', bank))
    expect((await insert(bob, { encrypted_password: first })).error).toMatchObject(taken)
  })

  it('and comes back to it: its earlier password, the same one again, and the whole entry after its deletion', async () => {
    const id = await add(bea, { title: 'Bank', agency_id: agency })
    const first = await payloadOf(id)
    const [notes, key] = [sealed(), sealed()]
    const withParts = { encrypted_notes: notes, encrypted_two_step_key: key }
    await arrange(change(id, { encrypted_password: sealed(), ...withParts }))
    await arrange(change(id, { encrypted_password: first, encrypted_notes: null, encrypted_two_step_key: null }))
    await arrange(change(id, { encrypted_password: first, ...withParts }))
    const [whole] = await arrange(service.from('password_vault').delete().eq('id', id).select())
    await arrange(service.from('password_vault').insert(whole))
    expect(await payloadOf(id)).toBe(first)
    const [again] = await arrange(service.from('password_vault').select().eq('id', id))
    expect(again).toMatchObject({ ...withParts, two_step_key_changed_at: whole?.two_step_key_changed_at })
  })

  it('and tells nobody who may not store an entry that there is such a one', async () => {
    const bank = await add(bea, { title: 'Bank', agency_id: agency })
    const user = await newPerson('Una', { agencyId: agency })
    for (const encrypted_password of [await payloadOf(bank), sealed(), 'junk']) {
      expect((await insert(user, { encrypted_password })).error?.code).toBe('42501')
    }
    await removePeople(user)
  })
})

describe('the record of what was done', () => {
  it('outlives the entry, whether it was written before or after', async () => {
    const id = await add(bea, { title: 'Old', agency_id: agency })
    await arrange(bob.db.from('vault_access_logs').insert({ vault_entry_id: id, action: 'copied', user_agent: 'Test' }))
    await arrange(bea.db.from('password_vault').delete().eq('id', id))
    await arrange(bea.db.from('vault_access_logs').insert({ vault_entry_id: id, action: 'deleted' }))
    const seen = await arrange(
      amy.db
        .from('vault_access_logs')
        .select('user_id, action, agency_id')
        .eq('vault_entry_id', id)
        .order('created_at'),
    )
    expect(seen).toEqual([
      { user_id: bob.id, action: 'copied', agency_id: agency },
      { user_id: bea.id, action: 'deleted', agency_id: agency },
    ])
  })

  it('[vault.md#records] has what somebody saw, which admins find in the audit trail like what was copied', async () => {
    const id = await add(bea, { title: 'Bank', agency_id: agency })
    const record = (action: 'copied' | 'viewed' | 'updated') =>
      arrange(bob.db.from('vault_access_logs').insert({ vault_entry_id: id, action }))
    for (const action of ['copied', 'viewed', 'updated'] as const) await record(action)
    const trail = await arrange(
      service.from('audit_events').select('kind, actor_id, agency_id').eq('subject_id', id).order('created_at'),
    )
    expect(trail).toEqual([
      { kind: 'vault_copied', actor_id: bob.id, agency_id: agency },
      { kind: 'vault_viewed', actor_id: bob.id, agency_id: agency },
    ])
    await arrange(bea.db.from('password_vault').delete().eq('id', id))
  })

  it('says nothing about an entry that its writer cannot see', async () => {
    const id = await add(bea, { title: 'Private', agency_id: null })
    const { error } = await bob.db.from('vault_access_logs').insert({ vault_entry_id: id, action: 'viewed' })
    expect(error?.code).toBe('42501')
    await arrange(bea.db.from('password_vault').delete().eq('id', id))
  })
})

async function newAgency(name: string): Promise<string> {
  const id = crypto.randomUUID()
  await arrange(service.from('agencies').insert({ id, name }))
  return id
}
