import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealed } from '../isolation/random-payload.ts'
import { bringBack, remove } from './deleted-client-scene.ts'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'

let agency: string
let elsewhere: string
let bea: Person // on the staff
let bob: Person // her colleague
let root: Person // a super admin in their agency
let shop: string
let farShop: string // a client of the other agency

beforeAll(async () => {
  agency = await add('agencies', { name: 'Vault House' })
  elsewhere = await add('agencies', { name: 'Elsewhere' })
  bea = await newPerson('Bea', { agencyId: agency, roles: ['agency_staff'] })
  bob = await newPerson('Bob', { agencyId: agency, roles: ['agency_staff'] })
  root = await newPerson('Root', { agencyId: agency, roles: ['super_admin'] })
})
afterAll(async () => {
  await removePeople(bea, bob, root)
  await arrange(service.from('agencies').delete().in('id', [agency, elsewhere]))
})
beforeEach(async () => {
  shop = await add('clients', { agency_id: agency, name: 'Corner Shop', email: 'corner@shop.test' })
  farShop = await add('clients', { agency_id: elsewhere, name: 'Far Shop', email: 'far@shop.test' })
})

async function add(place: string, row: object): Promise<string> {
  const [added] = await arrange(service.from(place).insert(row).select('id'))
  return added?.id
}
const keep = (person: Person, client_id: string | null, agency_id: string | null = null) =>
  person.db
    .from('password_vault')
    .insert({ title: 'Router', encrypted_password: sealed(), client_id, agency_id })
    .select('id')
async function kept(person: Person, shared?: 'shared'): Promise<string> {
  const [entry] = await arrange(keep(person, shop, shared ? agency : null))
  return entry?.id
}
const change = (person: Person, id: string, columns: object) =>
  person.db.from('password_vault').update(columns).eq('id', id)
const clientOf = async (id: string) =>
  (await arrange(service.from('password_vault').select('client_id').eq('id', id)))[0]?.client_id

describe('[vault.md#clients] an entry', () => {
  it('is about a client of one’s agency, or about none, and its owner alone says so', async () => {
    const id = await kept(bea, 'shared')
    expect((await change(bob, id, { client_id: null }).select()).data).toEqual([])
    expect(await clientOf(id)).toBe(shop)
    await arrange(change(bea, id, { client_id: null }))
    expect(await clientOf(id)).toBeNull()
  })

  it('is about no client of another agency, who is refused like nobody; not even a super admin’s, who sees them all', async () => {
    for (const person of [bea, root]) {
      const refusal = { code: '42501', message: (await keep(person, crypto.randomUUID())).error?.message }
      expect((await keep(person, farShop)).error).toMatchObject(refusal)
      const id = await kept(person)
      expect((await change(person, id, { client_id: farShop })).error?.code).toBe('42501')
      expect(await clientOf(id)).toBe(shop)
    }
  })

  it('that is not shared stays unseen by whoever sees the client', async () => {
    const id = await kept(bea)
    const seen = (person: Person) => arrange(person.db.from('password_vault').select('id').eq('client_id', shop))
    expect(await seen(bea)).toEqual([{ id }])
    expect([await seen(bob), await seen(root)]).toEqual([[], []])
  })

  it('outlives its client, and is about them again when they come back', async () => {
    const [own, shared] = [await kept(bea), await kept(bea, 'shared')]
    await remove(bob, 'clients', shop)
    expect([await clientOf(own), await clientOf(shared)]).toEqual([null, null])
    await bringBack(bob, shop)
    expect([await clientOf(own), await clientOf(shared)]).toEqual([shop, shop])
  })

  it('is about nobody any more once its client or its owner is with another agency, and can be stored again', async () => {
    const mover = await newPerson('Mo', { agencyId: agency, roles: ['agency_staff'] })
    const [moved, left, own] = [await kept(mover), await kept(mover, 'shared'), await kept(bea)]
    await arrange(root.db.from('user_profiles').update({ agency_id: elsewhere }).eq('id', mover.id))
    expect([await clientOf(moved), await clientOf(left)]).toEqual([null, shop])
    expect((await change(mover, moved, { title: 'Mine' })).error).toBeNull()
    await arrange(root.db.from('clients').update({ agency_id: elsewhere }).eq('id', shop))
    expect([await clientOf(own), await clientOf(left)]).toEqual([null, null])
    await removePeople(mover)
  })

  it('of somebody who left stays without a client that comes back', async () => {
    const mover = await newPerson('Mo', { agencyId: agency, roles: ['agency_staff'] })
    const id = await kept(mover)
    await remove(bob, 'clients', shop)
    await arrange(root.db.from('user_profiles').update({ agency_id: elsewhere }).eq('id', mover.id))
    await bringBack(bob, shop)
    expect(await clientOf(id)).toBeNull()
    await removePeople(mover)
  })
})
