import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, it } from 'vitest'
import { engine } from './engine.ts'
import { call } from './functions-client.ts'
import { outbox } from './outbox.ts'
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

const [ana, ben, sol, abe, uma] = await Promise.all([
  signIn('ana@north.test'),
  signIn('ben@north.test'),
  signIn('sol@mainstreet.test'),
  signIn('abe@north.test'),
  signIn('uma@north.test'),
])

const invited = new Set<string>()
const newAddress = () => `dana.${crypto.randomUUID()}@invitations.test`

async function invite(caller: Person, fields: Record<string, unknown>) {
  const answer = await call(caller, 'invite-user', { email: newAddress(), name: 'Dana', ...fields })
  if (answer.data) invited.add(answer.data.user.id)
  return answer
}

/** Returns a person's name, agency and roles. */
async function standing(id: string) {
  const [profile] = await arrange(service.from('user_profiles').select('display_name, agency_id').eq('id', id))
  const held = await arrange(service.from('user_roles').select('role').eq('user_id', id))
  return {
    display_name: profile?.display_name,
    agency_id: profile?.agency_id,
    roles: held.map(({ role }) => role).sort(),
  }
}

afterAll(async () => {
  for (const id of invited) await service.auth.admin.deleteUser(id)
})

it('puts whom an agency admin invites into their agency, with the role, and lets nobody in before the link', async () => {
  const email = newAddress()
  const { data } = await invite(ana, { email, role: 'agency_staff' })
  expect(data.user).toMatchObject({ email, role: 'agency_staff', agency_id: north })
  expect(await standing(data.user.id)).toEqual({
    display_name: 'Dana',
    agency_id: north,
    roles: ['agency_staff', 'user'],
  })
  const { data: account } = await service.auth.admin.getUserById(data.user.id)
  expect(account.user).toMatchObject({ invited_at: expect.any(String) })
  expect(account.user?.email_confirmed_at).toBeUndefined()
})

it.each([
  ['a visitor', visitor, {}, 401],
  ['somebody with only the role user', uma, {}, 403],
  ['staff', ben, {}, 403],
  ['an agency admin who wants an admin', ana, { role: 'admin' }, 403],
  ['an agency admin who wants a super admin', ana, { role: 'super_admin' }, 403],
  ['an agency admin who wants another of their kind', ana, { role: 'agency_admin' }, 403],
  ['an admin who wants a super admin', abe, { role: 'super_admin' }, 403],
  ['an admin who reaches for another agency', abe, { agencyId: south }, 403],
  ['an agency that does not exist', sol, { agencyId: crypto.randomUUID() }, 400],
])('refuses %s', async (_, caller, fields, status) => {
  expect(await invite(caller, fields)).toMatchObject({ status, message: expect.any(String) })
})

it('refuses an ended session, and a password without its code', async () => {
  const eve = await newPerson('eve', { agencyId: north, roles: ['super_admin'] })
  const refused = { status: 401, message: 'Not authenticated' }
  expect(await invite(await passwordAlone(eve), {})).toEqual(refused)
  const fay = await newPerson('fay', { agencyId: north, roles: ['agency_admin'] })
  expect(await invite(await signOutButKeepToken(fay), {})).toEqual(refused)
  await removePeople(eve, fay)
})

it('invites once more, where the newer invitation counts, and nobody but super admins draw people over', async () => {
  const email = newAddress()
  const { data } = await invite(abe, { email, role: 'agency_admin' })
  expect((await invite(ana, { email, role: 'agency_staff' })).data.user.id).toBe(data.user.id)
  expect(await standing(data.user.id)).toMatchObject({ agency_id: north, roles: ['agency_staff', 'user'] })

  const eve = await newPerson('eve', { agencyId: south, roles: ['admin'] })
  expect(await invite(eve, { email, role: 'agency_admin' })).toMatchObject({ status: 403 })
  expect(await standing(data.user.id)).toMatchObject({ agency_id: north, roles: ['agency_staff', 'user'] })
  expect(await invite(sol, { email, role: 'agency_staff', agencyId: south })).toHaveProperty('data')
  expect(await standing(data.user.id)).toMatchObject({ agency_id: south })

  const { data: above } = await invite(sol, { email: newAddress(), role: 'super_admin' })
  expect(await invite(ana, { email: above.user.email, role: 'user' })).toMatchObject({ status: 403 })
  expect((await standing(above.user.id)).roles).toContain('super_admin')
  await removePeople(eve)
})

it('[users.md#inviting] leaves one invitation, in one agency and with one role, of several at the same time', async () => {
  const eve = await newPerson('eve', { agencyId: south, roles: ['agency_admin'] })
  const email = newAddress()
  const answers = await Promise.all([
    invite(ana, { email, role: 'agency_staff' }),
    invite(eve, { email, role: 'agency_staff' }),
    invite(abe, { email, role: 'agency_staff' }),
    invite(eve, { email, role: 'agency_staff' }),
  ])
  const [won, ...others] = answers.flatMap(({ data }) => data?.user ?? [])
  for (const other of others) expect(other).toEqual(won)
  expect(await standing(won.id)).toMatchObject({ agency_id: won.agency_id, roles: ['agency_staff', 'user'] })
  await removePeople(eve)
})

it('says so of an address that has an account, and leaves the account as it is', async () => {
  const before = await standing(ben.id)
  expect(await invite(ana, { email: 'ben@north.test', role: 'agency_staff' })).toMatchObject({
    status: 422,
    message: expect.stringContaining('has an account already'),
  })
  expect(await standing(ben.id)).toEqual(before)
})

it('leaves nothing of a stranger who has signed up with the address', async () => {
  const email = newAddress()
  const stranger = createClient(engine.url, engine.anonKey, { auth: { persistSession: false } }).auth
  await stranger.signUp({ email, password: 'what they know', options: { data: { name: 'Stranger' } } })
  const { data } = await invite(ana, { email, role: 'agency_staff' })
  expect(await standing(data.user.id)).toMatchObject({ display_name: 'Dana', agency_id: north })
  const { error } = await stranger.signInWithPassword({ email, password: 'what they know' })
  expect(error).not.toBeNull()
})

it('takes back an invitation that nobody has accepted: the link opens nothing, and the account is gone', async () => {
  const email = newAddress()
  const { data } = await invite(ana, { email, role: 'agency_staff' })
  const person = data.user.id
  for (const { db } of [uma, ben]) expect((await db.rpc('revoke_invitation', { person })).error?.code).toBe('42501')
  await arrange(ana.db.rpc('revoke_invitation', { person }))
  expect((await service.auth.admin.getUserById(person)).data.user).toBeNull()
  const [line] = await arrange(ana.db.rpc('audit_trail', { kinds: ['invitation_revoked'], row_count: 1 }))
  expect(line).toMatchObject({ actor_name: ana.name, subject_id: person, said: { name: 'Dana' } })
  expect((await invite(ana, { email, role: 'agency_staff' })).data.user.id).not.toBe(person)
})

it('takes back neither what somebody above has mailed, nor what was accepted', async () => {
  const { data: above } = await invite(abe, { role: 'agency_admin' })
  expect((await ana.db.rpc('revoke_invitation', { person: above.user.id })).error?.code).toBe('42501')
  const here = await newPerson('Bert', { agencyId: north, roles: ['agency_staff'] })
  const { error } = await ana.db.rpc('revoke_invitation', { person: here.id })
  expect(error?.message).toBe('They have accepted the invitation already.')
  await removePeople(here)
})

it('shows those who look after people when it was mailed, until it is accepted', async () => {
  const { data } = await invite(ana, { role: 'agency_staff' })
  const seenBy = async ({ db }: Person) =>
    arrange(db.from('user_accounts').select('email, invited_at').eq('user_id', data.user.id))
  expect(await seenBy(ana)).toEqual([{ email: data.user.email, invited_at: expect.any(String) }])
  expect(await seenBy(ben)).toEqual([])
  await service.auth.admin.updateUserById(data.user.id, { email_confirm: true })
  expect(await seenBy(ana)).toEqual([{ email: data.user.email, invited_at: null }])
})

/** Returns the tokens in all mails to an address, the newest last. */
async function linksTo(email: string): Promise<string[]> {
  const mails = (await outbox()).filter((mail) => mail.includes(`To: ${email}`))
  return mails.map((mail) => /type=3Dinvite&token_hash=3D(\w{56})/.exec(mail)?.[1] ?? '')
}

const withoutSession = () => createClient(engine.url, engine.anonKey, { auth: { persistSession: false } }).auth

it('[users.md#inviting] invites somebody again whose link was used, as long as they have chosen no password', async () => {
  const email = newAddress()
  const { data } = await invite(ana, { email, role: 'agency_staff' })
  const person = data.user.id
  const account = async () =>
    arrange(ana.db.from('user_accounts').select('invited_at, last_sign_in_at').eq('user_id', person))
  const [first = ''] = await linksTo(email)
  const accident = withoutSession()
  expect((await accident.verifyOtp({ type: 'invite', token_hash: first })).error).toBeNull()
  expect(await account()).toEqual([{ invited_at: expect.any(String), last_sign_in_at: expect.any(String) }])

  expect((await invite(ana, { email, role: 'agency_staff' })).data.user.id).toBe(person)
  expect((await accident.getUser()).error, 'who came in by the first link is out').not.toBeNull()
  expect((await withoutSession().verifyOtp({ type: 'invite', token_hash: first })).error?.code).toBe('otp_expired')
  const [, second = ''] = await linksTo(email)
  const theirs = withoutSession()
  expect((await theirs.verifyOtp({ type: 'invite', token_hash: second })).error).toBeNull()
  expect((await theirs.updateUser({ password: 'chosen-secret-1' })).error).toBeNull()
  expect(await account()).toMatchObject([{ invited_at: null }])
  expect(await standing(person)).toMatchObject({ agency_id: north, roles: ['agency_staff', 'user'] })

  expect(await invite(ana, { email, role: 'agency_staff' })).toMatchObject({ status: 422 })
  expect((await theirs.getUser()).error, 'who has come stays in').toBeNull()
})

it('[users.md#resetting-a-password] keeps the link, since no password is reset before it is used', async () => {
  const email = newAddress()
  const { data } = await invite(ana, { email, role: 'agency_staff' })
  const reset = { userId: data.user.id, newPassword: 'not for long' }
  expect(await call(sol, 'reset-user-password', reset)).toMatchObject({ status: 409 })
  const [link = ''] = await linksTo(email)
  expect((await withoutSession().verifyOtp({ type: 'invite', token_hash: link })).error).toBeNull()
})

it('lets nobody but the server reopen an invitation', async () => {
  for (const { db } of [visitor, ben, ana, sol]) {
    expect((await db.rpc('reopen_invitation', { person: ben.id })).error?.code).toBe('42501')
  }
})
