import { describe, expect, it } from 'vitest'
import { browser, confirmedPerson, newAddress, openLink, password, signedInPerson, signIn } from '../auth/people.ts'
import { mailsTo, newestMailTo } from '../received-mails.ts'
import { data } from './answers.ts'

const newPassword = 'harbor bakery at noon'

describe('signing up and in', () => {
  it('auth.signUp', async () => {
    const email = newAddress('ana')
    const { user, session } = data(await browser().auth.signUp({ email, password }))
    expect(user).toMatchObject({ email, role: 'authenticated' })
    expect(session).toBeNull()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('auth.signInWithPassword', async () => {
    const { email } = await confirmedPerson('ana')
    const { user, session } = data(await browser().auth.signInWithPassword({ email, password }))
    expect([user.email, session.token_type]).toEqual([email, 'bearer'])
  })

  it('auth.signInAnonymously', async () => {
    expect(data(await browser().auth.signInAnonymously()).user).toMatchObject({ is_anonymous: true })
  })

  it('auth.signInWithOtp, auth.verifyOtp', async () => {
    const email = newAddress('ana')
    const client = browser()
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
    const { code: token } = await newestMailTo(email)
    expect(data(await client.auth.verifyOtp({ email, token, type: 'email' })).user).toMatchObject({ email })
  })

  it('auth.resend', async () => {
    const email = newAddress('ana')
    await browser().auth.signUp({ email, password })
    expect((await browser().auth.resend({ type: 'signup', email })).error).toBeNull()
    expect(await mailsTo(email)).toHaveLength(2)
  })

  it('auth.resetPasswordForEmail', async () => {
    const { email } = await confirmedPerson('ana')
    expect((await browser().auth.resetPasswordForEmail(email)).error).toBeNull()
    expect((await openLink((await newestMailTo(email)).link)).fragment).toMatchObject({ type: 'recovery' })
  })

  it('auth.exchangeCodeForSession', async () => {
    const client = browser('pkce')
    const email = newAddress('ana')
    await client.auth.signUp({ email, password })
    const { code = '' } = (await openLink((await newestMailTo(email)).link)).query
    expect(data(await client.auth.exchangeCodeForSession(code)).user).toMatchObject({ email })
  })
})

describe('a session', () => {
  it('auth.initialize, auth.getSession', async () => {
    const { client, session } = await signedInPerson('ana')
    expect((await client.auth.initialize()).error).toBeNull()
    expect(data(await client.auth.getSession()).session?.access_token).toBe(session.access_token)
  })

  it('auth.getUser', async () => {
    const { client, email } = await signedInPerson('ana')
    expect(data(await client.auth.getUser()).user.email).toBe(email)
  })

  it('auth.getClaims', async () => {
    const { client, email } = await signedInPerson('ana')
    expect(data(await client.auth.getClaims())).toMatchObject({ claims: { email }, header: { alg: 'ES256' } })
  })

  it('auth.refreshSession', async () => {
    const { client, session } = await signedInPerson('ana')
    expect(data(await client.auth.refreshSession()).session?.refresh_token).not.toBe(session.refresh_token)
  })

  it('auth.setSession', async () => {
    const { session, email } = await signedInPerson('ana')
    expect(data(await browser().auth.setSession(session)).user?.email).toBe(email)
  })

  it('auth.onAuthStateChange, auth.signOut', async () => {
    const { client, session } = await signedInPerson('ana')
    const events: string[] = []
    const { data: listening } = client.auth.onAuthStateChange((event) => void events.push(event))
    expect((await client.auth.signOut()).error).toBeNull()
    await expect.poll(() => events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
    listening.subscription.unsubscribe()
    expect((await browser().auth.getUser(session.access_token)).error).not.toBeNull()
  })

  it('auth.startAutoRefresh, auth.stopAutoRefresh', async () => {
    const { client, session } = await signedInPerson('ana')
    await client.auth.startAutoRefresh()
    await client.auth.stopAutoRefresh()
    expect(data(await client.auth.getSession()).session?.access_token).toBe(session.access_token)
  })
})

describe('an account', () => {
  it('auth.updateUser', async () => {
    const { client, email } = await signedInPerson('ana')
    const { user } = data(await client.auth.updateUser({ password: newPassword, data: { name: 'Ana' } }))
    expect(user.user_metadata).toMatchObject({ name: 'Ana' })
    await signIn(email, newPassword)
  })

  it('auth.reauthenticate', async () => {
    const { client, email } = await signedInPerson('ana')
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const { code: nonce } = await newestMailTo(email)
    expect((await client.auth.updateUser({ password: newPassword, nonce })).error).toBeNull()
  })
})
