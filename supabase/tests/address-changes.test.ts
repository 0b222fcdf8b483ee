import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engine } from './engine.ts'
import { call } from './functions-client.ts'
import { outbox } from './outbox.ts'
import { arrange, newPerson, north, type Person, removePeople, service, signIn, south, visitor } from './people.ts'

/**
 * Tests that change a person's address: who may request that, what the two mails do, and that nobody can turn it
 * against the account's owner.
 */

let ana: Person
let abe: Person
let ben: Person
let sol: Person
const made: Person[] = []
beforeAll(async () => {
  ana = await signIn('ana@north.test')
  abe = await signIn('abe@north.test')
  ben = await signIn('ben@north.test')
  sol = await signIn('sol@mainstreet.test')
})
afterAll(() => removePeople(...made))

const newAddress = () => `new.${crypto.randomUUID()}@addresses.test`
const ask = (caller: Pick<Person, 'db'>, { id }: Person, email: string) =>
  call(caller, 'change-address', { userId: id, email })
const open = (link: object) => call(visitor, 'change-address', { ...link })

async function somebody(roles: readonly string[] = ['agency_staff'], agencyId = north): Promise<Person> {
  const person = await newPerson('Bert', { agencyId, roles })
  made.push(person)
  return person
}

async function addressOf({ id }: Person): Promise<string> {
  const { data } = await service.auth.admin.getUserById(id)
  return data.user?.email ?? ''
}

async function tokenTo(recipient: string, kind: 'confirm' | 'undo'): Promise<string> {
  const find = async () =>
    (await outbox()).filter((mail) => mail.includes(`To: ${recipient}`) && mail.includes(`type=3D${kind}-address`))
  await expect.poll(find).toHaveLength(1)
  const [mail = ''] = await find()
  return new RegExp(`type=3D${kind}-address&token=3D([\\w-]{43})`).exec(mail)?.[1] ?? ''
}

/** Creates a person whose address Ana has changed, and returns the token that undoes the change. */
async function changed(person: Person) {
  const [old, address] = [await addressOf(person), newAddress()]
  expect(await ask(ana, person, address)).toEqual({ data: { success: true } })
  expect(await open({ confirm: await tokenTo(address, 'confirm') })).toEqual({ data: { address } })
  return { old, address, undo: await tokenTo(old, 'undo') }
}

it('changes it once the new address confirms, and lets them sign in by that alone', async () => {
  const person = await somebody()
  const [old, address] = [await addressOf(person), newAddress()]
  await ask(ana, person, ` ${address.toUpperCase()} `)
  expect(await addressOf(person)).toBe(old)
  const account = async () =>
    arrange(ana.db.from('user_accounts').select('email, awaited_email').eq('user_id', person.id))
  expect(await account()).toEqual([{ email: old, awaited_email: address }])
  const confirm = await tokenTo(address, 'confirm')
  expect(await open({ confirm })).toEqual({ data: { address } })
  expect(await account()).toEqual([{ email: address, awaited_email: null }])
  expect((await signIn(address)).id).toBe(person.id)
  await expect(signIn(old)).rejects.toThrow('Invalid login credentials')
  // Existing sessions stay valid after the change, and a link works once.
  expect((await person.db.from('clients').select('id').limit(1)).status).toBe(200)
  expect(await open({ confirm })).toMatchObject({ status: 404 })
  const [line] = await arrange(ana.db.rpc('audit_trail', { kinds: ['address_changed'], row_count: 1 }))
  expect(line).toMatchObject({ actor_name: ana.name, subject_id: person.id, said: { before: old, after: address } })
})

describe('is asked for', () => {
  it.each([
    ['staff', () => ben, ['user'], false],
    ['an agency admin, of staff', () => ana, ['agency_staff'], true],
    ['an agency admin, of their own kind', () => ana, ['agency_admin'], false],
    ['an admin, of an agency admin', () => abe, ['agency_admin'], true],
    ['an admin, of their own kind', () => abe, ['admin'], false],
    ['a super admin, of their own kind', () => sol, ['super_admin'], true],
  ] as const)('by %s: %#', async (_who, caller, roles, works) => {
    const person = await somebody(roles.filter((role) => role !== 'user'))
    const answer = await ask(caller(), person, newAddress())
    expect(answer).toMatchObject(works ? { data: { success: true } } : { status: 403 })
  })

  it('by nobody of themselves, of another agency, or without an account', async () => {
    expect(await ask(sol, sol, newAddress())).toMatchObject({ status: 403 })
    expect(await ask(ana, await somebody([], south), newAddress())).toMatchObject({ status: 404 })
    const person = await somebody()
    expect((await ask(visitor, person, newAddress())).status).toBeGreaterThanOrEqual(401)
  })

  it('by nobody who could confirm it themselves: the token is the server’s', async () => {
    const person = await somebody()
    await arrange(sol.db.rpc('ask_address_change', { person: person.id, address: newAddress() }))
    for (const [name, given] of [
      ['due_address_mails', {}],
      ['confirm_address_change', { token_hash: '' }],
      ['undo_address_change', { token_hash: '' }],
      ['address_mail_sent', { change: person.id, kind: 'confirm' }],
    ] as const) {
      expect((await sol.db.rpc(name, given)).error?.code, name).toBe('42501')
    }
  })

  it('of no address that somebody has, that is none, or that they have already', async () => {
    const person = await somebody()
    for (const [address, status] of [
      ['ben@north.test', 409],
      ['nobody', 400],
      [await addressOf(person), 409],
    ] as const) {
      expect(await ask(ana, person, address), address).toMatchObject({ status })
    }
  })
})

describe('the old address undoes it', () => {
  it('and is who they were, with the password that they had', async () => {
    const person = await somebody()
    const { old, undo } = await changed(person)
    expect(await open({ undo })).toEqual({ data: { address: old, needsPassword: false } })
    expect(await addressOf(person)).toBe(old)
    expect((await person.db.from('clients').select('id').limit(1)).status).toBe(401)
    expect((await signIn(old)).id).toBe(person.id)
    expect(await open({ undo })).toMatchObject({ status: 404 })
  })

  it('and whoever took the account over is out for good, with all that they added', async () => {
    const person = await somebody()
    const { old, address, undo } = await changed(person)
    await service.auth.admin.updateUserById(person.id, { password: 'what a thief chose' })
    const thief = await signInWith(address, 'what a thief chose')
    await thief.auth.mfa.enroll({ factorType: 'totp' })
    // After a second change the first one can still be undone.
    const third = newAddress()
    await ask(ana, person, third)
    await open({ confirm: await tokenTo(third, 'confirm') })

    expect(await open({ undo })).toEqual({ data: { address: old, needsPassword: true } })
    expect(await addressOf(person)).toBe(old)
    expect((await thief.from('clients').select('id').limit(1)).status).toBe(401)
    await expect(signInWith(old, 'what a thief chose')).rejects.toThrow('Invalid login credentials')
    const { data } = await service.auth.admin.mfa.listFactors({ userId: person.id })
    expect(data?.factors).toEqual([])
    expect(await open({ undo: await tokenTo(address, 'undo') })).toMatchObject({ status: 404 })
  })
})

describe('a stranger who has signed up with an address and not confirmed it', () => {
  const signUp = async (email: string) => {
    const stranger = createClient(engine.url, engine.anonKey, { auth: { persistSession: false } }).auth
    expect((await stranger.signUp({ email, password: 'what a stranger chose' })).error).toBeNull()
  }

  it('does not keep it from being asked for and confirmed', async () => {
    const [person, asked] = [await somebody(), newAddress()]
    await signUp(asked)
    expect(await ask(ana, person, asked)).toEqual({ data: { success: true } })
    const confirm = await tokenTo(asked, 'confirm')
    expect(await open({ confirm })).toEqual({ data: { address: asked } })
    await expect(signInWith(asked, 'what a stranger chose')).rejects.toThrow('Invalid login credentials')
  })

  it('does not keep the change from being undone', async () => {
    const { old, undo } = await changed(await somebody())
    await signUp(old)
    expect(await open({ undo })).toEqual({ data: { address: old, needsPassword: false } })
  })

  it('is told apart from somebody who is invited', async () => {
    const [person, address] = [await somebody(), newAddress()]
    const { data } = await service.auth.admin.inviteUserByEmail(address)
    expect(await ask(ana, person, address)).toMatchObject({ status: 409 })
    await service.auth.admin.deleteUser(data.user?.id ?? '')
  })
})

it('the mail that could not leave leaves by the clock, once', async () => {
  const [person, address] = [await somebody(), newAddress()]
  await arrange(ana.db.rpc('ask_address_change', { person: person.id, address }))
  expect(await arrange(service.rpc('has_due_mails'))).toBe(true)
  await call({ db: service }, 'send-due-mails', {})
  await call({ db: service }, 'send-due-mails', {})
  expect(await open({ confirm: await tokenTo(address, 'confirm') })).toEqual({ data: { address } })
})

async function signInWith(email: string, password: string) {
  const db = createClient(engine.url, engine.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await db.auth.signInWithPassword({ email, password })
  if (error) throw error
  return db
}
