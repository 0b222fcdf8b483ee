import { describe, expect, it } from 'vitest'
import { call, confirmedPerson, signedInPerson, signIn } from './people.ts'

describe('signing out', () => {
  const threeSessions = async (name: string) => {
    const { email } = await confirmedPerson(name)
    return Promise.all([signIn(email), signIn(email), signIn(email)])
  }
  const alive = async (sessions: Awaited<ReturnType<typeof threeSessions>>) =>
    Promise.all(
      sessions.map(async ({ session }) => (await call('GET', '/user', { token: session.access_token })).status === 200),
    )

  it('ends every session of the person', async () => {
    const sessions = await threeSessions('ana')
    await sessions[0].client.auth.signOut()
    expect(await alive(sessions)).toEqual([false, false, false])
  })

  it('here ends this one', async () => {
    const sessions = await threeSessions('ben')
    await sessions[0].client.auth.signOut({ scope: 'local' })
    expect(await alive(sessions)).toEqual([false, true, true])
  })

  it('elsewhere ends the others', async () => {
    const sessions = await threeSessions('cleo')
    await sessions[0].client.auth.signOut({ scope: 'others' })
    expect(await alive(sessions)).toEqual([true, false, false])
  })

  it('answers with nothing at all, and not twice', async () => {
    const { session } = await signedInPerson('dora')
    const first = await call('POST', '/logout', { token: session.access_token })
    expect(first).toMatchObject({ status: 204, body: undefined })
    expect(await call('POST', '/logout', { token: session.access_token })).toMatchObject({
      status: 403,
      body: { code: 'session_not_found', message: 'Session from session_id claim in JWT does not exist' },
    })
  })

  it('knows no other scope', async () => {
    const { session } = await signedInPerson('emma')
    expect(await call('POST', '/logout?scope=some', { token: session.access_token })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Unsupported logout scope "some"' },
    })
  })

  it('is noticed by the client as a missing session', async () => {
    const { email } = await confirmedPerson('finn')
    const [here, there] = await Promise.all([signIn(email), signIn(email)])
    await there.client.auth.signOut()
    const { error } = await here.client.auth.getUser()
    expect(error?.name).toBe('AuthSessionMissingError')
    expect((await here.client.auth.getSession()).data.session).toBeNull()
  })
})
