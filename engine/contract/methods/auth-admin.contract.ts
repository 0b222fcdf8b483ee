import { describe, expect, it } from 'vitest'
import { admitted, callback, otherApplication } from '../auth/other-application.ts'
import { admin, browser, confirmedPerson, newAddress, openLink, password, signedInPerson } from '../auth/people.ts'
import { identityProvider } from '../auth/providers.ts'
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
    // Others sign up meanwhile.
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

  const newProvider = async () => {
    const { customProviders } = admin.auth.admin
    const provider = { provider_type: 'oidc', name: 'Acme', client_id: 'acme', client_secret: 'x' } as const
    const identifier = `custom:${crypto.randomUUID()}` as const
    return data(await customProviders.createProvider({ ...provider, identifier, issuer: identityProvider }))
  }

  it('auth.admin.customProviders.createProvider, auth.admin.customProviders.getProvider', async () => {
    const { identifier } = await newProvider()
    expect(data(await admin.auth.admin.customProviders.getProvider(identifier))).toMatchObject({ name: 'Acme' })
  })

  it('auth.admin.customProviders.listProviders', async () => {
    const { id } = await newProvider()
    const { providers } = data(await admin.auth.admin.customProviders.listProviders())
    expect(providers.map((provider) => provider.id)).toContain(id)
  })

  it('auth.admin.customProviders.updateProvider', async () => {
    const { identifier } = await newProvider()
    const changed = data(await admin.auth.admin.customProviders.updateProvider(identifier, { name: 'Acme & Sons' }))
    expect(changed.name).toBe('Acme & Sons')
  })

  it('auth.admin.customProviders.deleteProvider', async () => {
    const { identifier } = await newProvider()
    expect((await admin.auth.admin.customProviders.deleteProvider(identifier)).error).toBeNull()
    expect((await admin.auth.admin.customProviders.getProvider(identifier)).error?.status).toBe(404)
  })

  it('auth.admin.oauth.createClient, auth.admin.oauth.getClient', async () => {
    const { client_id: id, client_secret: secret } = await otherApplication()
    expect(secret).toBeDefined()
    expect(data(await admin.auth.admin.oauth.getClient(id))).toMatchObject({ redirect_uris: [callback] })
  })

  it('auth.admin.oauth.listClients', async () => {
    const [{ client_id: older }, { client_id: newer }] = [await otherApplication(), await otherApplication()]
    const { clients, ...pages } = data(await admin.auth.admin.oauth.listClients({ page: 1, perPage: 1 }))
    expect(clients).toHaveLength(1)
    expect(pages).toMatchObject({ nextPage: 2, total: expect.any(Number) })
    const { clients: all } = data(await admin.auth.admin.oauth.listClients({ perPage: 1000 }))
    const ids = all.map((client) => client.client_id)
    expect(ids.filter((id) => id === older || id === newer)).toEqual([newer, older])
  })

  it('auth.admin.oauth.updateClient', async () => {
    const { client_id: id } = await otherApplication()
    const changed = data(await admin.auth.admin.oauth.updateClient(id, { client_name: 'Acme & Sons' }))
    expect(changed).toMatchObject({ client_name: 'Acme & Sons', redirect_uris: [callback] })
  })

  it('auth.admin.oauth.regenerateClientSecret', async () => {
    const { client } = await signedInPerson('ana')
    const application = await otherApplication()
    const renewed = data(await admin.auth.admin.oauth.regenerateClientSecret(application.client_id))
    await expect(admitted(client, application)).rejects.toThrow('invalid_client')
    expect(await admitted(client, renewed)).toMatchObject({ token_type: 'bearer' })
  })

  it('auth.admin.oauth.deleteClient', async () => {
    const { client_id: id } = await otherApplication()
    expect((await admin.auth.admin.oauth.deleteClient(id)).error).toBeNull()
    expect((await admin.auth.admin.oauth.getClient(id)).error?.status).toBe(404)
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
