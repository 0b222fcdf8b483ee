import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Authenticator, onPageWith } from '../auth/authenticator.ts'
import { admitted, callback, otherApplication, question } from '../auth/other-application.ts'
import {
  admin,
  browser,
  claimsOf,
  confirmedPerson,
  newAddress,
  openLink,
  password,
  signedInPerson,
  signIn,
} from '../auth/people.ts'
import { mintIdToken, signInWith, stranger } from '../auth/providers.ts'
import { administerSso, handIn, readRequest, samlIdentityProvider } from '../auth/saml-identity-provider.ts'
import { codeOf, twoStepPerson } from '../auth/two-step-people.ts'
import { ethereumWallet, here, solanaWallet } from '../auth/wallets.ts'
import { mailsTo, newestMailTo } from '../outbox.ts'
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

  it('auth.signInWithWeb3, auth.signInWithEthereum', async () => {
    const { address, sign, encode } = ethereumWallet()
    const wallet = {
      address,
      on: () => {},
      removeListener: () => {},
      request: async ({ method, params }: { method: string; params?: unknown }) => {
        if (method === 'eth_requestAccounts') return [address]
        if (method === 'eth_chainId') return '0x1'
        const [text] = z.array(z.string()).parse(params)
        return encode(sign(Buffer.from(text?.slice(2) ?? '', 'hex')))
      },
    }
    const { user } = data(
      await browser().auth.signInWithWeb3({ chain: 'ethereum', wallet, statement: 'Come in.', options: { url: here } }),
    )
    expect(user.user_metadata).toMatchObject({ custom_claims: { address, chain: 'ethereum', network: '1' } })
  })

  it('auth.signInWithSolana', async () => {
    const { address, sign } = solanaWallet()
    const wallet = { publicKey: { toBase58: () => address }, signMessage: async (text: Uint8Array) => sign(text) }
    const { user } = data(await browser().auth.signInWithWeb3({ chain: 'solana', wallet, options: { url: here } }))
    expect(user.user_metadata).toMatchObject({ custom_claims: { address, chain: 'solana' } })
  })

  it('auth.signInWithOAuth', async () => {
    const ana = stranger('ana')
    const { fragment } = await signInWith(ana)
    expect(data(await browser().auth.getUser(fragment.access_token)).user).toMatchObject({ email: ana.email })
  })
})

describe('passkeys', () => {
  it('auth.registerPasskey, auth.signInWithPasskey', async () => {
    const { client, user } = await signedInPerson('ana')
    const [phone, stranger] = [new Authenticator(), browser()]
    data(await onPageWith(phone, () => client.auth.registerPasskey()))
    expect(data(await onPageWith(phone, () => stranger.auth.signInWithPasskey())).user?.id).toBe(user.id)
  })

  it('auth.passkey.startRegistration, auth.passkey.verifyRegistration, auth.passkey.startAuthentication, auth.passkey.verifyAuthentication', async () => {
    const { client, user } = await signedInPerson('ana')
    const phone = new Authenticator()
    const registration = data(await client.auth.passkey.startRegistration())
    const made = { challengeId: registration.challenge_id, credential: phone.create(registration.options) }
    data(await client.auth.passkey.verifyRegistration(made))
    const stranger = browser()
    const authentication = data(await stranger.auth.passkey.startAuthentication())
    const used = { challengeId: authentication.challenge_id, credential: phone.get(authentication.options) }
    expect(data(await stranger.auth.passkey.verifyAuthentication(used)).user?.id).toBe(user.id)
  })

  it('auth.passkey.list, auth.passkey.update, auth.passkey.delete', async () => {
    const { client } = await signedInPerson('ana')
    const { id: passkeyId } = data(await onPageWith(new Authenticator(), () => client.auth.registerPasskey()))
    data(await client.auth.passkey.update({ passkeyId, friendlyName: 'Phone' }))
    expect(data(await client.auth.passkey.list())).toMatchObject([{ id: passkeyId, friendly_name: 'Phone' }])
    data(await client.auth.passkey.delete({ passkeyId }))
    expect(data(await client.auth.passkey.list())).toEqual([])
  })

  it('auth.admin.passkey.listPasskeys, auth.admin.passkey.deletePasskey', async () => {
    const { client, user } = await signedInPerson('ana')
    const { id: passkeyId } = data(await onPageWith(new Authenticator(), () => client.auth.registerPasskey()))
    expect(data(await admin.auth.admin.passkey.listPasskeys({ userId: user.id }))).toMatchObject([{ id: passkeyId }])
    data(await admin.auth.admin.passkey.deletePasskey({ userId: user.id, passkeyId }))
    expect(data(await admin.auth.admin.passkey.listPasskeys({ userId: user.id }))).toEqual([])
  })
})

describe('single sign-on', () => {
  it('auth.signInWithSSO', async () => {
    const south = samlIdentityProvider('south')
    await administerSso('POST', '', { type: 'saml', metadata_xml: south.metadata, domains: [south.domain] })
    const request = await readRequest(data(await browser().auth.signInWithSSO({ domain: south.domain })).url)
    const email = `cleo@${south.domain}`
    const { fragment } = await handIn(south.answer({ id: 'cleo', email }, request), request.relayState)
    expect(data(await browser().auth.getUser(fragment.access_token)).user.email).toBe(email)
  })
})

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

describe('identities', () => {
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

  it('auth.mfa.enroll, auth.mfa.challenge, auth.mfa.verify, auth.mfa.listFactors, auth.mfa.getAuthenticatorAssuranceLevel, auth.mfa.unenroll', async () => {
    const { client } = await signedInPerson('ana')
    const { id: factorId, totp } = data(await client.auth.mfa.enroll({ factorType: 'totp' }))
    const { id: challengeId } = data(await client.auth.mfa.challenge({ factorId }))
    const code = codeOf(totp.secret)
    data(await client.auth.mfa.verify({ factorId, challengeId, code }))
    expect(data(await client.auth.mfa.listFactors()).totp).toMatchObject([{ id: factorId, status: 'verified' }])
    expect(data(await client.auth.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    })
    data(await client.auth.mfa.unenroll({ factorId }))
    expect(data(await client.auth.mfa.listFactors()).all).toEqual([])
  })

  it('auth.mfa.webauthn.register, auth.mfa.webauthn.authenticate', async () => {
    const { client, email } = await signedInPerson('ana')
    const [device, webauthn] = [new Authenticator(), { rpId: 'keys.test', rpOrigins: ['https://keys.test'] }]
    data(await onPageWith(device, () => client.auth.mfa.webauthn.register({ friendlyName: 'Key', webauthn })))
    const again = await signIn(email)
    const [{ id: factorId = '' } = {}] = data(await again.client.auth.mfa.listFactors()).webauthn
    const { user } = data(
      await onPageWith(device, () => again.client.auth.mfa.webauthn.authenticate({ factorId, webauthn })),
    )
    expect(user.factors).toMatchObject([{ factor_type: 'webauthn', friendly_name: 'Key', status: 'verified' }])
    expect(data(await again.client.auth.mfa.getAuthenticatorAssuranceLevel()).currentLevel).toBe('aal2')
  })

  it('auth.mfa.webauthn.enroll, auth.mfa.webauthn.challenge, auth.mfa.webauthn.verify', async () => {
    const { client } = await signedInPerson('ana')
    const { mfa } = client.auth
    const { id: factorId } = data(await mfa.webauthn.enroll({ friendlyName: 'Key' }))
    const site = { rpId: 'keys.test', rpOrigins: ['https://keys.test'] }
    const asked = { factorId, webauthn: site }
    const proof = data(await onPageWith(new Authenticator(), () => mfa.webauthn.challenge(asked)))
    data(await mfa.webauthn.verify({ ...proof, webauthn: { ...proof.webauthn, ...site } }))
    expect(data(await mfa.getAuthenticatorAssuranceLevel()).currentLevel).toBe('aal2')
  })

  it('auth.mfa.challengeAndVerify', async () => {
    const { client } = await signedInPerson('ana')
    const { id: factorId, totp } = data(await client.auth.mfa.enroll({ factorType: 'totp' }))
    const code = codeOf(totp.secret)
    expect(claimsOf(data(await client.auth.mfa.challengeAndVerify({ factorId, code }))).aal).toBe('aal2')
  })

  it('auth.mfa.recoveryCodes.generate, auth.mfa.recoveryCodes.verify', async () => {
    const { client, email } = await twoStepPerson('ana')
    const { codes, total } = data(await client.auth.mfa.recoveryCodes.generate({ friendlyName: 'On paper' }))
    expect(codes).toHaveLength(total)
    const again = await signIn(email)
    const session = data(await again.client.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' }))
    expect(claimsOf(session)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    })
  })

  it('auth.mfa.recoveryCodes.getStatus', async () => {
    const { client } = await twoStepPerson('ana')
    const { id, codes } = data(await client.auth.mfa.recoveryCodes.generate())
    data(await client.auth.mfa.recoveryCodes.verify({ code: codes[3] ?? '' }))
    const status = data(await client.auth.mfa.recoveryCodes.getStatus())
    expect(status).toEqual({ id, type: 'recovery_code', total: 10, remaining: 9 })
  })

  it('auth.mfa.recoveryCodes.regenerate', async () => {
    const { client } = await twoStepPerson('ana')
    const old = data(await client.auth.mfa.recoveryCodes.generate())
    const fresh = data(await client.auth.mfa.recoveryCodes.regenerate())
    expect(fresh).toMatchObject({ id: old.id, friendly_name: 'Recovery codes', total: 10 })
    expect(fresh.codes.filter((code) => old.codes.includes(code))).toEqual([])
  })

  it('auth.mfa.recoveryCodes.unenroll', async () => {
    const { client } = await twoStepPerson('ana')
    const { id } = data(await client.auth.mfa.recoveryCodes.generate())
    expect(data(await client.auth.mfa.recoveryCodes.unenroll())).toEqual({ id })
    expect(data(await client.auth.mfa.listFactors()).recovery_code).toEqual([])
  })
})
