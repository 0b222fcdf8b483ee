import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { newestMailTo } from '../received-mails.ts'
import { browser, call, claimsOf, confirmedPerson, newAddress, openLink, password } from './people.ts'

describe('with PKCE', () => {
  it('lead to pages whose names are not ASCII, as every other', async () => {
    const target = encodeURIComponent(`${engine.url}/портал?имя=Ана`)
    const { status, location } = await openLink(
      `${engine.url}/auth/v1/verify?token=none&type=signup&redirect_to=${target}`,
    )
    expect(status).toBe(303)
    expect(location.href).toContain(`${engine.url}${encodeURI('/портал?имя=Ана')}#error=access_denied`)
  })

  it('a sign-up link brings a code, which only the browser that asked can use, once', async () => {
    const email = newAddress('ana')
    const client = browser('pkce')
    const redirect = `${engine.url}/welcome?campaign=spring`
    await client.auth.signUp({ email, password, options: { emailRedirectTo: redirect } })
    const mail = await newestMailTo(email)
    expect(mail.link).toContain('token=pkce_')
    const { location, query, fragment } = await openLink(mail.link)
    expect(location.pathname).toBe('/welcome')
    expect(query).toEqual({ campaign: 'spring', code: expect.any(String) })
    expect(fragment).toEqual({})
    const code = query.code ?? ''

    const thief = await call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: 'guess' } })
    expect(thief).toMatchObject({
      status: 400,
      body: {
        code: 'bad_code_verifier',
        message: 'code challenge does not match previously saved code verifier',
      },
    })
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(claimsOf(data.session ?? { access_token: '' }).amr).toMatchObject([{ method: 'email/signup' }])

    const again = await call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: 'guess' } })
    expect(again).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found', message: 'invalid flow state, no valid flow state found' },
    })
  })

  it('a recovery link signs in as recovery', async () => {
    const { email } = await confirmedPerson('ben')
    const client = browser('pkce')
    await client.auth.resetPasswordForEmail(email)
    const { query } = await openLink((await newestMailTo(email)).link)
    const { data, error } = await client.auth.exchangeCodeForSession(query.code ?? '')
    expect(error).toBeNull()
    expect(claimsOf(data.session ?? { access_token: '' }).amr).toMatchObject([{ method: 'recovery' }])
  })

  it('a sign-in link signs in as magiclink', async () => {
    const { email } = await confirmedPerson('ana')
    const client = browser('pkce')
    await client.auth.signInWithOtp({ email })
    const { query } = await openLink((await newestMailTo(email)).link)
    const { data, error } = await client.auth.exchangeCodeForSession(query.code ?? '')
    expect(error).toBeNull()
    expect(claimsOf(data.session ?? { access_token: '' }).amr).toMatchObject([{ method: 'magiclink' }])
  })

  it('a change of address brings its code with the second link', async () => {
    const { email } = await confirmedPerson('mover')
    const client = browser('pkce')
    await client.auth.signInWithPassword({ email, password })
    const newEmail = newAddress('moved')
    await client.auth.updateUser({ email: newEmail })
    const half = await openLink((await newestMailTo(email)).link)
    expect(half.query).toEqual({
      message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    })
    const { query } = await openLink((await newestMailTo(newEmail)).link)
    const { data, error } = await client.auth.exchangeCodeForSession(query.code ?? '')
    expect(error).toBeNull()
    expect(data.user?.email).toBe(newEmail)
    expect(claimsOf(data.session ?? { access_token: '' }).amr).toMatchObject([{ method: 'email_change' }])
  })

  it('the code typed by hand signs in at once', async () => {
    const email = newAddress('cleo')
    const client = browser('pkce')
    await client.auth.signUp({ email, password })
    const { data, error } = await client.auth.verifyOtp({
      email,
      token: (await newestMailTo(email)).code,
      type: 'signup',
    })
    expect(error).toBeNull()
    expect(data.session).toBeTruthy()
  })

  it('a used link says so in the query too', async () => {
    const email = newAddress('dora')
    await browser('pkce').auth.signUp({ email, password })
    const { link } = await newestMailTo(email)
    await openLink(link)
    const { query, fragment } = await openLink(link)
    expect(query).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    })
    expect(fragment.error_code).toBe('otp_expired')
  })

  it.each([
    [{ auth_code: '', code_verifier: 'x' }, 400, 'validation_failed'],
    [{ auth_code: crypto.randomUUID(), code_verifier: 'x' }, 404, 'flow_state_not_found'],
    [{ auth_code: 'no uuid', code_verifier: 'x' }, 404, 'flow_state_not_found'],
  ])('%o is refused', async (body, status, code) => {
    expect(await call('POST', '/token?grant_type=pkce', { body })).toMatchObject({ status, body: { code } })
  })
})
