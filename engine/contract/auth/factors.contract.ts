import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { admin, call, claimsOf, password, refresh, signedInPerson, signIn } from './people.ts'
import { mintIdToken, stranger } from './providers.ts'
import { codeOf, enroll, twoStepPerson } from './two-step-people.ts'

describe('an authenticator app', () => {
  it('is shown as a QR code, a secret and an address', async () => {
    const { client, email } = await signedInPerson('ana')
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Ana’s phone',
      issuer: 'Acme',
    })
    expect(error).toBeNull()
    expect(data).toEqual({
      id: expect.any(String),
      type: 'totp',
      friendly_name: 'Ana’s phone',
      totp: {
        qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\/Acme:/),
      },
    })
    expect(decodeURIComponent(data?.totp.uri ?? '')).toContain(email)
    const { data: list } = await client.auth.mfa.listFactors()
    expect(list).toMatchObject({
      all: [{ id: data?.id, status: 'unverified', friendly_name: 'Ana’s phone' }],
      totp: [],
    })
    expect(JSON.stringify(list)).not.toContain(data?.totp.secret)
  })

  it('is named after the site when nobody says otherwise', async () => {
    const { client } = await signedInPerson('ben')
    const { uri } = await enroll(client)
    expect(new URL(uri).searchParams.get('issuer')).toBe(new URL(engine.url).host)
  })

  it('counts once a code of it was typed back, in the same session', async () => {
    const { client, session } = await signedInPerson('cleo')
    const { factorId, secret } = await enroll(client)
    const before = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(before.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })

    const { data: challenge } = await client.auth.mfa.challenge({ factorId })
    expect(challenge).toEqual({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) })
    const inSeconds = (challenge?.expires_at ?? 0) - Date.now() / 1000
    expect(inSeconds).toBeGreaterThan(200)
    expect(inSeconds).toBeLessThan(400)

    const { data, error } = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge?.id ?? '',
      code: codeOf(secret),
    })
    expect(error).toBeNull()
    expect(data?.user.factors).toMatchObject([{ id: factorId, status: 'verified', factor_type: 'totp', phone: '' }])
    const claims = claimsOf({ access_token: data?.access_token ?? '' })
    expect(claims).toMatchObject({ aal: 'aal2', session_id: claimsOf(session).session_id })
    expect(claims.amr.map(({ method }: { method: string }) => method)).toEqual(['totp', 'password'])
    expect(data?.refresh_token).not.toBe(session.refresh_token)
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId, status: 'verified' }])
  })

  it('is seen by the row policies, and stays so through a refresh', async () => {
    const { client } = await twoStepPerson('dora')
    expect((await client.rpc('who')).data.claims).toMatchObject({ aal: 'aal2' })
    const { data } = await client.auth.refreshSession()
    const claims = claimsOf({ access_token: data.session?.access_token ?? '' })
    expect(claims.aal).toBe('aal2')
    expect(claims.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }])
  })

  it('is asked for at the next sign-in: the session says what is missing', async () => {
    const { email, secret, factorId } = await twoStepPerson('eva')
    const { client, session } = await signIn(email)
    expect(claimsOf(session).aal).toBe('aal1')
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    expect((await client.rpc('who')).data.claims).toMatchObject({ aal: 'aal1' })
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect(error).toBeNull()
    expect((await client.rpc('who')).data.claims).toMatchObject({ aal: 'aal2' })
  })

  it('makes codes of which each is good once, in whichever session and for whichever challenge', async () => {
    const { email, client, secret, factorId } = await twoStepPerson('frida')
    const used = codeOf(secret)
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: used })).error).toBeNull()
    const wrong = { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' }
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: used })).error).toMatchObject(wrong)
    const elsewhere = (await signIn(email)).client.auth.mfa
    expect((await elsewhere.challengeAndVerify({ factorId, code: used })).error).toMatchObject(wrong)
  })

  it('signs out every session that has only shown the password', async () => {
    const person = await signedInPerson('fred')
    const elsewhere = await signIn(person.email)
    const { factorId, secret } = await enroll(person.client)
    await person.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    const { body } = await call('GET', '/user', { token: elsewhere.session.access_token })
    expect(body.code).toBe('session_not_found')
    expect((await refresh(elsewhere.session.refresh_token)).body.code).toBe('refresh_token_not_found')
    expect((await call('GET', '/user', { token: person.session.access_token })).status).toBe(200)
  })

  it('is tried in several at once, of which only the proved one stays', async () => {
    const { client } = await signedInPerson('gus')
    await enroll(client, 'first try')
    const { factorId, secret } = await enroll(client, 'second try')
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect((await client.auth.mfa.listFactors()).data?.all).toMatchObject([{ id: factorId }])
  })
})

describe('what needs the second factor is refused to the password alone', () => {
  it('a new password or address', async () => {
    const { email } = await twoStepPerson('ana')
    const { client } = await signIn(email)
    for (const change of [{ password: 'a new secret' }, { email: 'thief@north.test' }]) {
      expect((await client.auth.updateUser(change)).error).toMatchObject({
        status: 401,
        code: 'insufficient_aal',
        message: 'AAL2 session is required to update email or password when MFA is enabled.',
      })
    }
    expect((await client.auth.updateUser({ data: { name: 'Ana' } })).error).toBeNull()
  })

  it('another factor, and giving up the one there is', async () => {
    const { email, factorId } = await twoStepPerson('ben')
    const { client } = await signIn(email)
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief’s phone' })
    expect(error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
      message: 'AAL2 required to enroll a new factor',
    })
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
      message: 'AAL2 required to unenroll verified factor',
    })
  })

  it('another way in, and giving up the one there is', async () => {
    const { email } = await twoStepPerson('emil')
    const { session, user } = await signIn(email)
    const token = session.access_token
    const refused = { status: 401, body: { code: 'insufficient_aal' } }
    const authorize = '/user/identities/authorize?provider=keycloak&skip_http_redirect=true'
    expect(await call('GET', authorize, { token })).toMatchObject(refused)
    const identity = user.identities?.[0]?.identity_id
    expect(await call('DELETE', `/user/identities/${identity}`, { token })).toMatchObject(refused)
    const body = { provider: 'keycloak', id_token: await mintIdToken(stranger('thief')), link_identity: true }
    expect(await call('POST', '/token?grant_type=id_token', { token, body })).toMatchObject(refused)
  })

  it('but whoever has shown it may do both', async () => {
    const { client, factorId } = await twoStepPerson('cleo')
    await enroll(client, 'Tablet')
    const { data, error } = await client.auth.mfa.unenroll({ factorId })
    expect(error).toBeNull()
    expect(data).toEqual({ id: factorId })
    const { data: refreshed } = await client.auth.refreshSession()
    const claims = claimsOf({ access_token: refreshed.session?.access_token ?? '' })
    expect(claims.aal).toBe('aal1')
    expect(claims.amr).toMatchObject([{ method: 'password' }])
  })
})

describe('an administrator', () => {
  it('sees people’s factors without their secrets, and frees who lost their device', async () => {
    const { user, email, factorId, secret, client } = await twoStepPerson('ana')
    const { data, error } = await admin.auth.admin.mfa.listFactors({ userId: user.id })
    expect(error).toBeNull()
    expect(data?.factors).toMatchObject([{ id: factorId, status: 'verified', factor_type: 'totp' }])
    expect(JSON.stringify(data)).not.toContain(secret)

    expect((await admin.auth.admin.mfa.deleteFactor({ userId: user.id, id: factorId })).error).toBeNull()
    expect((await admin.auth.admin.mfa.listFactors({ userId: user.id })).data?.factors).toEqual([])
    const { data: after } = await client.auth.refreshSession()
    expect(claimsOf({ access_token: after.session?.access_token ?? '' }).aal).toBe('aal1')
    const again = await signIn(email, password)
    expect((await again.client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1')
  })

  it('is told when there is no such person or factor', async () => {
    const { user } = await signedInPerson('ben')
    const { error } = await admin.auth.admin.mfa.deleteFactor({ userId: user.id, id: crypto.randomUUID() })
    expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    const { error: nobody } = await admin.auth.admin.mfa.listFactors({ userId: crypto.randomUUID() })
    expect(nobody).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  it('is not who holds the public key', async () => {
    const { user } = await signedInPerson('cleo')
    const visitor = createClient(engine.url, engine.anonKey, { auth: { persistSession: false } })
    expect((await visitor.auth.admin.mfa.listFactors({ userId: user.id })).error?.code).toBe('not_admin')
  })
})
