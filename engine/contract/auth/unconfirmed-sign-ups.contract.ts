import type { User } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { newestMailTo, newestTextTo } from '../received-mails.ts'
import { admin, browser, newAddress, newPhone, openLink, signedInPerson, signIn } from './people.ts'

const theirs = 'what the stranger knows'
const own = 'what the owner knows'

/** Signs up with another person's address, and waits for its owner to confirm it. */
async function strangersSignUp(email: string) {
  const { error } = await browser().auth.signUp({
    email,
    password: theirs,
    options: { data: { name: 'Stranger', trick: true } },
  })
  if (error) throw error
  return newestMailTo(email)
}

const opensNothing = async (link: string) =>
  expect((await openLink(link)).fragment).toMatchObject({ error_code: 'otp_expired' })

async function strangerIsOut(email: string) {
  await expect(signIn(email, theirs)).rejects.toMatchObject({ code: 'invalid_credentials' })
}

async function userAt(email: string): Promise<User> {
  const { data } = await admin.auth.admin.listUsers({ perPage: 1000 })
  const listed = data.users.find((user) => user.email === email)
  const { data: found } = await admin.auth.admin.getUserById(listed?.id ?? '')
  return found.user ?? expect.fail(`Nobody has ${email}.`)
}

const holdsNothingOf = ({ user_metadata: metadata, identities, factors }: User) => {
  expect(metadata).toEqual({
    sub: expect.any(String),
    email: expect.any(String),
    email_verified: true,
    phone_verified: false,
  })
  expect(identities?.map(({ provider, identity_data }) => [provider, identity_data?.name])).toEqual([
    ['email', undefined],
  ])
  expect(factors ?? []).toEqual([])
}

describe('a proof counts for the sign-up that it was mailed for', () => {
  it('so confirming one’s own keeps its password and name', async () => {
    const email = newAddress('ana')
    await browser().auth.signUp({ email, password: own, options: { data: { name: 'Ana' } } })
    await browser().auth.resend({ type: 'signup', email })
    await openLink((await newestMailTo(email)).link)
    expect((await signIn(email, own)).user.user_metadata).toMatchObject({ name: 'Ana', email_verified: true })
  })

  it('so a later sign-up takes the place of an unproven one, whose link is void', async () => {
    const email = newAddress('ben')
    const { link } = await strangersSignUp(email)
    const { data } = await browser().auth.signUp({ email, password: own, options: { data: { name: 'Ben' } } })
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ben' })
    expect(data.user?.user_metadata).not.toHaveProperty('trick')
    await opensNothing(link)
    await openLink((await newestMailTo(email)).link)
    await strangerIsOut(email)
    const { user } = await signIn(email, own)
    expect(user.user_metadata).not.toHaveProperty('trick')
    expect(user.identities).toMatchObject([{ provider: 'email', identity_data: { name: 'Ben' } }])
  })

  it('so a later sign-up by a mail link does too, and its name is kept', async () => {
    const email = newAddress('cleo')
    const { link } = await strangersSignUp(email)
    await browser().auth.signInWithOtp({ email, options: { data: { name: 'Cleo' } } })
    await opensNothing(link)
    const { code } = await newestMailTo(email)
    const { data } = await browser().auth.verifyOtp({ email, token: code, type: 'email' })
    expect(data.user?.user_metadata).toMatchObject({ name: 'Cleo' })
    expect(data.user?.user_metadata).not.toHaveProperty('trick')
    await strangerIsOut(email)
  })

  it('and is none for a sign-up that came after somebody was asked for by an administrator', async () => {
    const email = newAddress('dora')
    await admin.auth.admin.inviteUserByEmail(email, { data: { name: 'Dora' } })
    const { data } = await browser().auth.signUp({ email, password: theirs, options: { data: { name: 'Stranger' } } })
    expect(data.user).toMatchObject({ user_metadata: {}, identities: [] })
    await openLink((await newestMailTo(email)).link)
    await strangerIsOut(email)
    expect((await userAt(email)).user_metadata).toMatchObject({ name: 'Dora' })
  })
})

describe('whoever comes in by another mail finds nothing that a stranger left', () => {
  const waysIn: [string, (email: string) => Promise<unknown>][] = [
    ['a magic link', (email) => browser().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })],
    ['a recovery', (email) => browser().auth.resetPasswordForEmail(email)],
    ['an invitation', (email) => admin.auth.admin.inviteUserByEmail(email)],
  ]

  it.each(waysIn)('by the link of %s', async (_, ask) => {
    const email = newAddress('ana')
    await strangersSignUp(email)
    await ask(email)
    expect((await openLink((await newestMailTo(email)).link)).fragment).toHaveProperty('access_token')
    await strangerIsOut(email)
    holdsNothingOf(await userAt(email))
  })

  it.each([
    ['a magic link', 'email', waysIn[0]?.[1]],
    ['a recovery', 'recovery', waysIn[1]?.[1]],
    ['an invitation', 'invite', waysIn[2]?.[1]],
  ] as const)('by the code of %s', async (_, type, ask) => {
    const email = newAddress('ben')
    await strangersSignUp(email)
    await ask?.(email)
    const { data } = await browser().auth.verifyOtp({ email, token: (await newestMailTo(email)).code, type })
    holdsNothingOf(data.user ?? expect.fail('Nobody came in.'))
    await strangerIsOut(email)
  })

  it('by PKCE as well', async () => {
    const email = newAddress('cleo')
    await strangersSignUp(email)
    const client = browser('pkce')
    await client.auth.resetPasswordForEmail(email)
    const { query } = await openLink((await newestMailTo(email)).link)
    const { data } = await client.auth.exchangeCodeForSession(query.code ?? '')
    holdsNothingOf(data.user ?? expect.fail('Nobody came in.'))
    await strangerIsOut(email)
  })
})

describe('an administrator makes the account of somebody whose address a stranger has taken', () => {
  it('by createUser', async () => {
    const email = newAddress('ana')
    const { link } = await strangersSignUp(email)
    const { data, error } = await admin.auth.admin.createUser({
      email,
      password: own,
      email_confirm: true,
      user_metadata: { name: 'Ana' },
    })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toEqual({ name: 'Ana', email_verified: true })
    await opensNothing(link)
    await strangerIsOut(email)
    await signIn(email, own)
    // The address is taken from now on.
    expect((await admin.auth.admin.createUser({ email })).error?.code).toBe('email_exists')
  })

  it('by an invitation, with what it says of them', async () => {
    const email = newAddress('ben')
    const { link } = await strangersSignUp(email)
    const { data } = await admin.auth.admin.inviteUserByEmail(email, { data: { name: 'Ben' } })
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ben' })
    expect(data.user?.user_metadata).not.toHaveProperty('trick')
    await opensNothing(link)
    await openLink((await newestMailTo(email)).link)
    await strangerIsOut(email)
    expect((await userAt(email)).user_metadata).toMatchObject({ name: 'Ben' })
  })

  it.each(['signup', 'invite', 'magiclink', 'recovery'] as const)('by generateLink of %s', async (type) => {
    const email = newAddress('cleo')
    const { link } = await strangersSignUp(email)
    const asked = type === 'signup' ? { type, email, password: own } : { type, email }
    const { data, error } = await admin.auth.admin.generateLink(asked)
    expect(error).toBeNull()
    await openLink(data.properties?.action_link ?? '')
    await opensNothing(link)
    await strangerIsOut(email)
    expect((await userAt(email)).user_metadata).not.toHaveProperty('trick')
    if (type === 'signup') await signIn(email, own)
  })

  it('whose own unconfirmed account no sign-up takes over', async () => {
    const email = newAddress('dora')
    await admin.auth.admin.createUser({ email, password: own, user_metadata: { name: 'Dora' } })
    const { data } = await browser().auth.signUp({ email, password: theirs })
    expect(data.user).toMatchObject({ user_metadata: {}, identities: [] })
    await openLink((await newestMailTo(email)).link)
    await strangerIsOut(email)
    expect((await signIn(email, own)).user.user_metadata).toMatchObject({ name: 'Dora' })
  })
})

describe('a stranger’s sign-up keeps an address from nobody', () => {
  it('who changes theirs to it', async () => {
    const email = newAddress('ana')
    await strangersSignUp(email)
    const { client, email: before } = await signedInPerson('ana')
    expect((await client.auth.updateUser({ email })).error).toBeNull()
    for (const address of [before, email]) await openLink((await newestMailTo(address)).link)
    expect((await signIn(email)).user.email).toBe(email)
    await strangerIsOut(email)
  })

  it('to whom an administrator gives it', async () => {
    const email = newAddress('ben')
    await strangersSignUp(email)
    const { user } = await signedInPerson('ben')
    expect((await admin.auth.admin.updateUserById(user.id, { email, email_confirm: true })).error).toBeNull()
    await signIn(email)
    await strangerIsOut(email)
  })
})

describe('a number is as an address', () => {
  const signUp = (phone: string, password: string, name: string) =>
    browser().auth.signUp({ phone, password, options: { data: { name } } })
  const verify = async (phone: string, token?: string) =>
    browser().auth.verifyOtp({ phone, token: token ?? (await newestTextTo(phone)).code, type: 'sms' })
  const signInBy = async (phone: string, password: string) =>
    (await browser().auth.signInWithPassword({ phone, password })).error?.code ?? 'in'

  it('of which a later sign-up takes the place of an unproven one', async () => {
    const phone = newPhone()
    await signUp(phone, theirs, 'Stranger')
    const { code } = await newestTextTo(phone)
    await signUp(phone, own, 'Ana')
    expect((await verify(phone, code)).error?.code).toBe('otp_expired')
    expect((await verify(phone)).data.user?.user_metadata).toMatchObject({ name: 'Ana' })
    expect([await signInBy(phone, theirs), await signInBy(phone, own)]).toEqual(['invalid_credentials', 'in'])
  })

  it('and whoever only signs in by a code finds nothing that a stranger left', async () => {
    const phone = newPhone()
    await signUp(phone, theirs, 'Stranger')
    await browser().auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })
    expect((await verify(phone)).data.user?.user_metadata).not.toHaveProperty('name')
    expect(await signInBy(phone, theirs)).toBe('invalid_credentials')
  })

  it('and an administrator makes its account anew', async () => {
    const phone = newPhone()
    await signUp(phone, theirs, 'Stranger')
    const { error } = await admin.auth.admin.createUser({ phone, password: own, phone_confirm: true })
    expect(error).toBeNull()
    expect([await signInBy(phone, theirs), await signInBy(phone, own)]).toEqual(['invalid_credentials', 'in'])
  })
})
