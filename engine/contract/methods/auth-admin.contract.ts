import { describe, expect, it } from 'vitest'
import { admin, browser, confirmedPerson, newAddress, openLink, password, signedInPerson } from '../auth/people.ts'
import { newestMailTo } from '../received-mails.ts'
import { data } from './answers.ts'

describe('the administrator', () => {
  const someone = async () =>
    data(await admin.auth.admin.createUser({ email: newAddress('ana'), password, email_confirm: true })).user

  it('auth.admin.createUser, auth.admin.getUserById', async () => {
    const { id, email } = await someone()
    expect(data(await admin.auth.admin.getUserById(id)).user.email).toBe(email)
  })

  it('auth.admin.listUsers', async () => {
    const { id } = await someone()
    // Other tests sign up users at the same time.
    const page = data(await admin.auth.admin.listUsers({ page: 1, perPage: 200 }))
    expect(page.users.map((user) => user.id)).toContain(id)
  })

  it('auth.admin.updateUserById', async () => {
    const { id } = await someone()
    const { user } = data(await admin.auth.admin.updateUserById(id, { app_metadata: { plan: 'growth' } }))
    expect(user.app_metadata).toMatchObject({ plan: 'growth' })
  })

  it('auth.admin.deleteUser', async () => {
    const { id } = await someone()
    data(await admin.auth.admin.deleteUser(id))
    expect((await admin.auth.admin.getUserById(id)).error?.status).toBe(404)
  })

  it('auth.admin.inviteUserByEmail', async () => {
    const email = newAddress('ana')
    data(await admin.auth.admin.inviteUserByEmail(email))
    expect((await openLink((await newestMailTo(email)).link)).fragment).toMatchObject({ type: 'invite' })
  })

  it('auth.admin.generateLink', async () => {
    const { email } = await confirmedPerson('ana')
    const { properties } = data(await admin.auth.admin.generateLink({ type: 'magiclink', email }))
    const { hashed_token: token_hash } = properties
    expect(data(await browser().auth.verifyOtp({ token_hash, type: 'magiclink' })).user).toMatchObject({ email })
  })

  it('auth.admin.signOut', async () => {
    const { client, session } = await signedInPerson('ana')
    expect((await admin.auth.admin.signOut(session.access_token)).error).toBeNull()
    expect((await client.auth.getUser()).error).not.toBeNull()
  })

  it('auth.admin.mfa.listFactors, auth.admin.mfa.deleteFactor', async () => {
    const { client, user } = await signedInPerson('ana')
    const { id } = data(await client.auth.mfa.enroll({ factorType: 'totp' }))
    expect(data(await admin.auth.admin.mfa.listFactors({ userId: user.id })).factors).toMatchObject([{ id }])
    data(await admin.auth.admin.mfa.deleteFactor({ userId: user.id, id }))
    expect(data(await client.auth.mfa.listFactors()).all).toEqual([])
  })
})
