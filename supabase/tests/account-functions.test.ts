import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it } from 'vitest'
import { engine } from './engine.ts'
import { call } from './functions-client.ts'
import {
  arrange,
  newPerson,
  north,
  type Person,
  passwordAlone,
  removePeople,
  service,
  signIn,
  signOutButKeepToken,
  south,
  visitor,
} from './people.ts'

async function canSignIn(email: string, password: string) {
  const client = createClient(engine.url, engine.anonKey, { auth: { persistSession: false } })
  return (await client.auth.signInWithPassword({ email, password })).error === null
}

const address = (name: string) => `${name}.${crypto.randomUUID()}@functions.test`

const [ana, ben, sol, abe, uma] = await Promise.all([
  signIn('ana@north.test'),
  signIn('ben@north.test'),
  signIn('sol@mainstreet.test'),
  signIn('abe@north.test'),
  signIn('uma@north.test'),
])

describe('create-user', () => {
  const created: string[] = []
  const create = async (caller: Person, fields: Record<string, unknown>) => {
    const answer = await call(caller, 'create-user', {
      email: address('dana'),
      name: 'Dana',
      password: 'mainstreet',
      ...fields,
    })
    if (answer.data) created.push(answer.data.user.id)
    return answer
  }
  afterAll(async () => {
    for (const id of created) await service.auth.admin.deleteUser(id)
  })

  it('gives an agency admin a colleague who can start at once', async () => {
    const email = address('dana')
    const { data } = await create(ana, { email, role: 'agency_staff' })
    expect(data.user).toMatchObject({ email, role: 'agency_staff', agency_id: north })
    const dana = await signIn(email)
    expect(dana).toMatchObject({ name: 'Dana', agencyId: north })
    expect(dana.roles).toContain('agency_staff')
    expect(await arrange(dana.db.from('clients').select('id'))).not.toEqual([])
  })

  it('lets a super admin put somebody into any agency, with any role', async () => {
    const { data } = await create(sol, { role: 'super_admin', agencyId: south })
    expect(await arrange(service.from('user_profiles').select('agency_id').eq('id', data.user.id).single())).toEqual({
      agency_id: south,
    })
    const held = await arrange(service.from('user_roles').select('role').eq('user_id', data.user.id))
    expect(held).toContainEqual({ role: 'super_admin' })
  })

  it.each([
    ['a visitor', visitor, {}, 401],
    ['somebody with only the role user', uma, {}, 403],
    ['staff', ben, {}, 403],
    ['an agency admin who wants an admin', ana, { role: 'admin' }, 403],
    ['an agency admin who wants a super admin', ana, { role: 'super_admin' }, 403],
    ['an admin who wants a super admin', abe, { role: 'super_admin' }, 403],
    ['an admin who reaches for another agency', abe, { agencyId: south }, 403],
  ])('refuses %s, and creates nobody', async (_, caller, fields, status) => {
    const email = address('refused')
    expect(await create(caller, { email, ...fields })).toMatchObject({ status, message: expect.any(String) })
    expect(await canSignIn(email, 'mainstreet')).toBe(false)
  })

  it('refuses an admin from the moment they are none', async () => {
    const eve = await newPerson('eve', { agencyId: north, roles: ['agency_admin'] })
    expect(await create(eve, {})).toHaveProperty('data')
    await arrange(service.from('user_roles').delete().eq('user_id', eve.id).eq('role', 'agency_admin'))
    expect(await create(eve, {})).toMatchObject({ status: 403, message: 'You are not allowed to create users.' })
    await removePeople(eve)
  })

  it('makes the account of somebody whose address a stranger has signed up with, and leaves nothing of theirs', async () => {
    const email = address('dana')
    const stranger = createClient(engine.url, engine.anonKey, { auth: { persistSession: false } }).auth
    await stranger.signUp({ email, password: 'what they know', options: { data: { name: 'Stranger' } } })
    expect((await create(ana, { email })).data).toBeTruthy()
    expect(await canSignIn(email, 'what they know')).toBe(false)
    expect((await signIn(email)).name).toBe('Dana')
  })

  it('refuses a token whose session has been ended', async () => {
    const eve = await newPerson('eve', { agencyId: north, roles: ['agency_admin'] })
    const thief = await signOutButKeepToken(eve)
    expect(await create(thief, {})).toEqual({ status: 401, message: 'Not authenticated' })
    await removePeople(eve)
  })

  it('refuses a password without the code of the authenticator app', async () => {
    const eve = await newPerson('eve', { agencyId: north, roles: ['agency_admin'] })
    const thief = await passwordAlone(eve)
    expect(await create(thief, {})).toEqual({ status: 401, message: 'Not authenticated' })
    await removePeople(eve)
  })

  it('adds nobody to an agency that is inactive', async () => {
    const closed = crypto.randomUUID()
    await arrange(service.from('agencies').insert({ id: closed, name: 'Closed', is_active: false }))
    const eve = await newPerson('eve', { agencyId: closed, roles: ['agency_admin'] })
    const refused = { status: 403, message: 'This agency is inactive, so nobody can be added to it.' }
    expect(await create(eve, {})).toEqual(refused)
    expect(await create(sol, { agencyId: closed })).toEqual(refused)
    await removePeople(eve)
    await arrange(service.from('agencies').delete().eq('id', closed))
  })

  it('says what is wrong', async () => {
    expect(await create(ana, { name: ' ' })).toEqual({
      status: 400,
      message: 'Email, Name, and Password are required to create a user.',
    })
    expect(await create(ana, { password: '12345' })).toEqual({
      status: 400,
      message: 'Password must be at least 6 characters long.',
    })
    expect(await create(ana, { email: 'ben@north.test' })).toEqual({
      status: 422,
      message: 'A user with this email address has already been registered',
    })
    expect(await create(ana, { email: 'no address' })).toMatchObject({ status: 400 })
    expect(await canSignIn('ben@north.test', 'mainstreet')).toBe(true)
  })
})

describe('send-test-mail', () => {
  it.each([
    ['a visitor', visitor, 401],
    ['somebody with only the role user', uma, 403],
    ['staff', ben, 403],
    ['an agency admin', ana, 403],
    ['an admin', abe, 403],
  ])('refuses %s', async (_, caller, status) => {
    expect(await call(caller, 'send-test-mail', {})).toMatchObject({ status })
    expect(await call(caller, 'send-test-mail', { only: 'recipients' })).toMatchObject({ status })
  })

  it('says whether anybody is mailed about enquiries, and sends nothing then', async () => {
    expect(await call(sol, 'send-test-mail', { only: 'recipients' })).toEqual({ data: { tellsAnybody: true } })
  })

  it('goes to the super admin who asks', async () => {
    expect(await call(sol, 'send-test-mail', {})).toEqual({ data: { to: 'sol@mainstreet.test' } })
  })
})

describe('reset-user-password', () => {
  it('gives a new password and ends what was open with the old one', async () => {
    const eve = await newPerson('eve', { agencyId: north, roles: ['agency_staff'] })
    const { data: before } = await eve.db.auth.getUser()
    expect(before.user?.id).toBe(eve.id)

    const reset = { userId: eve.id, newPassword: 'a new password' }
    expect(await call(sol, 'reset-user-password', reset)).toEqual({ data: { success: true } })

    const email = before.user?.email ?? ''
    expect(await canSignIn(email, 'mainstreet')).toBe(false)
    expect(await canSignIn(email, 'a new password')).toBe(true)
    expect((await eve.db.from('clients').select('id')).error).not.toBeNull()
    await removePeople(eve)
  })

  it.each([
    ['a visitor', visitor, 401],
    ['staff', ben, 403],
    ['an agency admin', ana, 403],
    ['an admin', abe, 403],
  ])('refuses %s', async (_, caller, status) => {
    expect(await call(caller, 'reset-user-password', { userId: uma.id, newPassword: 'taken over' })).toMatchObject({
      status,
    })
    expect(await canSignIn('uma@north.test', 'mainstreet')).toBe(true)
  })

  it('refuses the super admin’s own, and people who are not there', async () => {
    expect(await call(sol, 'reset-user-password', { userId: sol.id, newPassword: 'another one' })).toMatchObject({
      status: 403,
    })
    const nobody = { userId: crypto.randomUUID(), newPassword: 'another one' }
    expect(await call(sol, 'reset-user-password', nobody)).toEqual({ status: 404, message: 'User not found' })
  })
})
