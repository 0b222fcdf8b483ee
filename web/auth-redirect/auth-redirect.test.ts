import { expect, it } from 'vitest'
import { isAuthRedirect, queryAfterAuthRedirect, readAuthRedirect } from './auth-redirect.ts'

it('reads the session a confirmation link brings', () => {
  const fragment = '#access_token=a.b.c&expires_at=1&expires_in=3600&refresh_token=r&sb=&token_type=bearer&type=signup'
  expect(readAuthRedirect({ hash: fragment, search: '' })).toEqual({
    kind: 'session',
    accessToken: 'a.b.c',
    refreshToken: 'r',
    choosesPassword: false,
  })
})

it.each(['recovery', 'invite'])('knows a link of the type %s, after which a new password is asked for', (type) => {
  const fragment = `#access_token=a.b.c&refresh_token=r&type=${type}`
  expect(readAuthRedirect({ hash: fragment, search: '' })).toMatchObject({ kind: 'session', choosesPassword: true })
})

it('reads why a link did not work, in words', () => {
  const fragment =
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb='
  expect(readAuthRedirect({ hash: fragment, search: '' })).toEqual({
    kind: 'failure',
    message: 'Email link is invalid or has expired. Please ask for a new one.',
  })
})

it('tells somebody whose invitation was used or is over what to do', () => {
  const hash = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb='
  expect(readAuthRedirect({ hash, search: '?invited' })).toEqual({
    kind: 'failure',
    message:
      'This invitation was already used or has expired. If you have chosen a password, sign in with it. Otherwise ask the person who invited you to send it again.',
  })
})

it('shows no words of whoever wrote the address', () => {
  const fragment = '#error=access_denied&error_code=made_up&error_description=Call+555+0100+to+unlock+your+account'
  expect(readAuthRedirect({ hash: fragment, search: '' })).toEqual({
    kind: 'failure',
    message: 'This link did not work. Please ask for a new one.',
  })
})

it('knows the first of the two links for another address, by nothing else than what the backend writes', () => {
  const fragment = '#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email&sb='
  expect(readAuthRedirect({ hash: fragment, search: '' })).toEqual({ kind: 'half-way' })
  expect(readAuthRedirect({ hash: '#message=Call+555+0100', search: '' })).toBe(undefined)
})

it.each(['', '#', '#pricing', '#access_token=alone', '#type=recovery'])('sees no arrival in %j', (fragment) => {
  expect(isAuthRedirect({ hash: fragment, search: '' })).toBe(false)
})

it.each([
  ['#error=access_denied&error_description=Call+555+0100', 'Signing in was cancelled. Please try again.'],
  ['#error=server_error&error_description=Call+555+0100', 'Signing in did not work. Please try again.'],
  ['#error=server_error&error_code=unexpected_failure', 'Signing in did not work. Please try again.'],
  [
    '#error=access_denied&error_code=user_banned&error_description=User+is+banned',
    'This account was deactivated. Ask the person who manages your agency’s users to reactivate it.',
  ],
])('says of %s, from a provider: %s', (hash, message) => {
  expect(readAuthRedirect({ hash, search: '' })).toEqual({ kind: 'failure', message })
})

it('reads a failure that is in the query alone', () => {
  const search = '?error=invalid_request&error_code=bad_oauth_state&error_description=OAuth+state+not+found'
  const message = 'Signing in took too long. Please try again.'
  expect(readAuthRedirect({ hash: '', search })).toEqual({ kind: 'failure', message })
})

it.each([
  ['?error=access_denied&error_description=No&from=mail', '?from=mail'],
  ['?error=access_denied', ''],
  ['?from=a%20mail', '?from=a%20mail'],
  ['?invited', ''],
])('leaves of the query %j only %j', (search, left) => {
  expect(queryAfterAuthRedirect(search)).toBe(left)
})
