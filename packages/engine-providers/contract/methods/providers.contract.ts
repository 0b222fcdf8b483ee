import { browser, answered as data, mintIdToken, signedInPerson, signInWith, stranger } from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'

describe('signing in with a provider', () => {
  it('auth.signInWithOAuth', async () => {
    const ana = stranger('ana')
    const { fragment } = await signInWith(ana)
    expect(data(await browser().auth.getUser(fragment.access_token)).user).toMatchObject({ email: ana.email })
  })

  it('auth.signInWithIdToken', async () => {
    const ana = stranger('ana')
    const { user } = data(
      await browser().auth.signInWithIdToken({ provider: 'keycloak', token: await mintIdToken(ana) }),
    )
    expect(user.email).toBe(ana.email)
  })

  it('auth.getUserIdentities, auth.linkIdentity, auth.unlinkIdentity', async () => {
    const { client } = await signedInPerson('ana')
    data(await client.auth.linkIdentity({ provider: 'keycloak', token: await mintIdToken(stranger('ana')) }))
    const { identities } = data(await client.auth.getUserIdentities())
    expect(identities.map(({ provider }) => provider).sort()).toEqual(['email', 'keycloak'])
    const [linked] = identities.filter(({ provider }) => provider === 'keycloak')
    if (linked) data(await client.auth.unlinkIdentity(linked))
    expect(data(await client.auth.getUserIdentities()).identities).toMatchObject([{ provider: 'email' }])
  })
})
