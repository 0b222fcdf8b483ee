import { createClient } from '@supabase/supabase-js'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { engine } from '../engine.ts'
import {
  admitted,
  askForTokens,
  basic,
  callback,
  departure,
  letIn,
  otherApplication,
  question,
  refusedWith,
} from './other-application.ts'
import { admin, call, claimsOf, password, refresh, signedInPerson, signIn } from './people.ts'

const discovery = async (path: string) => {
  const response = await fetch(`${engine.url}${path}`)
  const body = z.looseObject({ issuer: z.string() }).parse(await response.json())
  return { body, headers: response.headers }
}

describe('another application, by a library that knows nothing of this engine', () => {
  it('signs somebody in by OpenID Connect, reads who it is, refreshes, and is out once they take it back', async () => {
    const { client: person, user } = await signedInPerson('ana')
    const application = await otherApplication()
    const { issuer } = (await discovery('/auth/v1/.well-known/openid-configuration')).body
    const config = await oidc.discovery(
      new URL(issuer),
      application.client_id,
      undefined,
      oidc.ClientSecretBasic(application.client_secret),
      { execute: [oidc.allowInsecureRequests] },
    )

    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()]
    const to = oidc.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
    })
    const sentOn = await fetch(to, { redirect: 'manual' })
    const page = new URL(sentOn.headers.get('location') ?? '')
    expect([sentOn.status, page.pathname]).toEqual([302, '/oauth/consent'])
    const returned = await letIn(person, page.searchParams.get('authorization_id') ?? '')

    const back = new URL(`${callback}?${new URLSearchParams(returned)}`)
    const tokens = await oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState, expectedNonce })
    expect(tokens.claims()).toMatchObject({ sub: user.id, aud: application.client_id, email: user.email })
    const info = await oidc.fetchUserInfo(config, tokens.access_token, user.id)
    expect(info).toMatchObject({ email: user.email, email_verified: true, user_metadata: { name: 'ana' } })

    const newer = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(newer.access_token).not.toBe(tokens.access_token)
    expect((await person.auth.oauth.revokeGrant({ clientId: application.client_id })).error).toBeNull()
    await expect(oidc.refreshTokenGrant(config, newer.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(oidc.fetchUserInfo(config, newer.access_token, user.id)).rejects.toThrow()
  })

  it('registers itself and needs no secret, as an app on a phone', async () => {
    const { client: person, user } = await signedInPerson('ana')
    const { issuer } = (await discovery('/auth/v1/.well-known/openid-configuration')).body
    const metadata = { redirect_uris: ['com.other.app://back/here'], token_endpoint_auth_method: 'none' }
    const config = await oidc.dynamicClientRegistration(new URL(issuer), metadata, oidc.None(), {
      algorithm: 'oauth2',
      execute: [oidc.allowInsecureRequests],
    })
    const { client_id: clientId, client_secret: secret } = config.clientMetadata()
    expect(secret).toBeUndefined()

    const { name, verifier, state } = await question({ clientId, redirectUri: 'com.other.app://back/here' })
    const returned = await letIn(person, name)
    const back = new URL(`com.other.app://back/here?${new URLSearchParams(returned)}`)
    const tokens = await oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state })
    expect(claimsOf(tokens)).toMatchObject({ sub: user.id, client_id: clientId })
  })

  it('finds everything by either document, and is told S256 and nothing weaker', async () => {
    const { body, headers } = await discovery('/auth/v1/.well-known/openid-configuration')
    expect(body).toMatchObject({
      authorization_endpoint: `${body.issuer}/oauth/authorize`,
      token_endpoint: `${body.issuer}/oauth/token`,
      userinfo_endpoint: `${body.issuer}/oauth/userinfo`,
      jwks_uri: `${body.issuer}/.well-known/jwks.json`,
      registration_endpoint: `${body.issuer}/oauth/clients/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
    })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    for (const path of [
      '/auth/v1/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/auth/v1',
    ]) {
      expect((await discovery(path)).body).toEqual(body)
    }
  })
})

describe('an application’s session', () => {
  it('names the application and what it may see, in every token, and the row policies see it', async () => {
    const { client: person, user } = await signedInPerson('ana')
    const application = await otherApplication()
    const tokens = await admitted(person, application, 'openid phone')
    expect(claimsOf(tokens)).toMatchObject({
      sub: user.id,
      role: 'authenticated',
      client_id: application.client_id,
      scope: 'openid phone',
      aal: 'aal1',
      amr: [{ method: 'oauth_provider/authorization_code' }],
    })
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const { body } = await askForTokens(form, basic(application))
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type'])
    expect(claimsOf(body)).toMatchObject({ client_id: application.client_id, scope: 'openid phone' })

    const client = createClient(engine.url, engine.anonKey, { accessToken: async () => body.access_token })
    const { data, error } = await client.rpc('who')
    expect(error).toBeNull()
    expect(data).toMatchObject({ role: 'authenticated', claims: { client_id: application.client_id } })
  })

  it('shows of the person what they allowed and nothing else', async () => {
    const { client: person, user } = await signedInPerson('ana')
    const application = await otherApplication()
    const { access_token: token, id_token: idToken } = await admitted(person, application, 'openid')
    expect((await call('GET', '/oauth/userinfo', { token, headers: { apikey: '' } })).body).toEqual({ sub: user.id })
    const keys = createRemoteJWKSet(new URL(`${engine.url}/auth/v1/.well-known/jwks.json`))
    const { payload } = await jwtVerify(idToken, keys, { audience: application.client_id })
    expect(payload).toMatchObject({ sub: user.id, email_verified: false, auth_time: expect.any(Number) })
    expect(payload).not.toHaveProperty('email')
    expect(payload).not.toHaveProperty('name')
    expect((await admitted(person, application, 'email')).id_token).toBeUndefined()
  })

  it('comes with an ID token that opens nothing, anywhere', async () => {
    const { client: person } = await signedInPerson('ana')
    const { id_token: idToken } = await admitted(person, await otherApplication(), 'openid')
    const headers = { apikey: engine.anonKey, authorization: `Bearer ${idToken}`, 'content-type': 'application/json' }
    const ask = async (method: string, path: string, body?: object) =>
      (await fetch(`${engine.url}${path}`, { method, headers, body: body ? JSON.stringify(body) : null })).status
    expect({
      user: await ask('GET', '/auth/v1/user'),
      password: await ask('PUT', '/auth/v1/user', { password: 'a new one of theirs' }),
      factors: await ask('POST', '/auth/v1/factors', { factor_type: 'totp' }),
      userinfo: await ask('GET', '/auth/v1/oauth/userinfo'),
      rows: await ask('GET', '/rest/v1/films'),
      functionOfTheDatabase: await ask('POST', '/rest/v1/rpc/who', {}),
      files: await ask('GET', '/storage/v1/bucket'),
      upload: await ask('POST', '/storage/v1/object/open/a.txt', {}),
      broadcast: await ask('POST', '/realtime/v1/api/broadcast', { messages: [] }),
      functions: await ask('POST', '/functions/v1/echo', {}),
    }).toEqual({
      user: 403,
      password: 403,
      factors: 403,
      userinfo: 403,
      rows: 401,
      functionOfTheDatabase: 401,
      files: 400,
      upload: 400,
      broadcast: 401,
      functions: 401,
    })
    const client = createClient(engine.url, engine.anonKey, { accessToken: async () => idToken })
    await client.realtime.setAuth()
    const { promise: refused, resolve } = Promise.withResolvers<string>()
    client.channel('anything').subscribe((status, error) => error && resolve(`${status} ${error.message}`))
    expect(await refused).toContain('CHANNEL_ERROR')
    client.realtime.disconnect()
  })

  it('is refreshed by that application alone, and an application refreshes no session of a person’s own', async () => {
    const { client: person, session } = await signedInPerson('ana')
    const [application, another] = [await otherApplication(), await otherApplication()]
    const { refresh_token: token } = await admitted(person, application)
    const form = { grant_type: 'refresh_token', refresh_token: token }
    expect(await refresh(token)).toMatchObject(refusedWith('invalid_client'))
    expect(await askForTokens(form, basic(another))).toMatchObject(refusedWith('invalid_client'))
    const own = { ...form, refresh_token: session.refresh_token }
    expect(await askForTokens(own, basic(application))).toMatchObject(refusedWith('invalid_client'))
    const unknown = { ...form, refresh_token: 'abcdefghijkl' }
    expect(await askForTokens(unknown, basic(application))).toMatchObject(
      refusedWith('invalid_grant', 'Invalid Refresh Token: Refresh Token Not Found'),
    )
    expect((await askForTokens(form, basic(application))).status).toBe(200)
  })

  it('decides nothing about the account', async () => {
    const { client: person, email } = await signedInPerson('ana')
    const application = await otherApplication()
    const { access_token: token } = await admitted(person, application)
    const { name } = await question({ clientId: application.client_id })
    const refused = { status: 403, body: { code: 'no_authorization' } }
    for (const [method, path, body] of [
      ['PUT', '/user', { password: 'a new one of theirs' }],
      ['PUT', '/user', { email: 'theirs@other.test' }],
      ['PUT', '/user', { data: { name: 'of theirs' } }],
      ['GET', '/user', undefined],
      ['POST', '/factors', { factor_type: 'totp' }],
      ['POST', '/passkeys/registration/options', {}],
      ['GET', '/reauthenticate', undefined],
      ['GET', '/user/identities/authorize?provider=keycloak', undefined],
      ['GET', '/user/oauth/grants', undefined],
      ['GET', `/oauth/authorizations/${name}`, undefined],
      ['POST', `/oauth/authorizations/${name}/consent`, { action: 'approve' }],
    ] as const) {
      expect(await call(method, path, { token, body }), path).toMatchObject(refused)
    }
    // It signs itself out, and nobody else.
    expect((await call('POST', '/logout?scope=global', { token })).status).toBe(204)
    expect((await call('GET', '/oauth/userinfo', { token })).status).toBe(403)
    expect((await person.auth.getUser()).error).toBeNull()
    expect((await signIn(email, password)).user.email).toBe(email)
  })

  it('ends with its application', async () => {
    const { client: person } = await signedInPerson('ana')
    const application = await otherApplication()
    const { access_token: token, refresh_token } = await admitted(person, application)
    expect((await admin.auth.admin.oauth.deleteClient(application.client_id)).error).toBeNull()
    expect((await call('GET', '/oauth/userinfo', { token })).status).toBe(403)
    expect(await askForTokens({ grant_type: 'refresh_token', refresh_token }, basic(application))).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    expect((await person.auth.oauth.listGrants()).data).toEqual([])
    const { to, status } = await departure({ client_id: application.client_id, redirect_uri: callback })
    expect([status, to]).toEqual([400, undefined])
  })
})
