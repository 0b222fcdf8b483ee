import { describe, expect, it } from 'vitest'
import { admitted, callback, otherApplication, question } from '../auth/other-application.ts'
import { signedInPerson } from '../auth/people.ts'
import { data } from './answers.ts'

describe('other applications', () => {
  it('auth.oauth.getAuthorizationDetails, auth.oauth.approveAuthorization', async () => {
    const { client, user } = await signedInPerson('ana')
    const { client_id: clientId } = await otherApplication()
    const { name, state } = await question({ clientId, scope: 'openid email' })
    expect(data(await client.auth.oauth.getAuthorizationDetails(name))).toEqual({
      authorization_id: name,
      redirect_uri: callback,
      client: { id: clientId, name: 'Other application' },
      user: { id: user.id, email: user.email },
      scope: 'openid email',
    })
    const { redirect_url: url } = data(await client.auth.oauth.approveAuthorization(name))
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ code: expect.any(String), state })
  })

  it('auth.oauth.denyAuthorization', async () => {
    const { client } = await signedInPerson('ana')
    const { client_id: clientId } = await otherApplication()
    const { name, state } = await question({ clientId })
    data(await client.auth.oauth.getAuthorizationDetails(name))
    const { redirect_url: url } = data(await client.auth.oauth.denyAuthorization(name))
    const values = { error: 'access_denied', error_description: 'User denied the request', state }
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual(values)
  })

  it('auth.oauth.listGrants, auth.oauth.revokeGrant', async () => {
    const { client } = await signedInPerson('ana')
    const application = await otherApplication()
    const { access_token: token } = await admitted(client, application, 'openid email')
    const known = { id: application.client_id, name: 'Other application' }
    expect(data(await client.auth.oauth.listGrants())).toEqual([
      { client: known, scopes: ['openid', 'email'], granted_at: expect.stringMatching(/Z$/) },
    ])
    data(await client.auth.oauth.revokeGrant({ clientId: application.client_id }))
    expect(data(await client.auth.oauth.listGrants())).toEqual([])
    expect((await client.auth.getUser(token)).error).not.toBeNull()
  })
})
