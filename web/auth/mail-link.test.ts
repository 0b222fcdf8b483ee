import { expect, it } from 'vitest'
import { isMailLink, readMailLink } from './mail-link.ts'

it('reads the session a confirmation link brings', () => {
  const fragment = '#access_token=a.b.c&expires_at=1&expires_in=3600&refresh_token=r&sb=&token_type=bearer&type=signup'
  expect(readMailLink(fragment)).toEqual({
    kind: 'session',
    accessToken: 'a.b.c',
    refreshToken: 'r',
    isRecovery: false,
  })
})

it('knows a recovery link, after which a new password is asked for', () => {
  const fragment = '#access_token=a.b.c&refresh_token=r&type=recovery'
  expect(readMailLink(fragment)).toMatchObject({ kind: 'session', isRecovery: true })
})

it('reads why a link did not work, in words', () => {
  const fragment =
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb='
  expect(readMailLink(fragment)).toEqual({ kind: 'failure', message: 'Email link is invalid or has expired' })
})

it('shows no words of whoever wrote the address', () => {
  const fragment = '#error=access_denied&error_code=made_up&error_description=Call+555+0100+to+unlock+your+account'
  expect(readMailLink(fragment)).toEqual({
    kind: 'failure',
    message: 'This link did not work. Please ask for a new one.',
  })
})

it.each(['', '#', '#pricing', '#access_token=alone', '#type=recovery'])('sees no mail link in %j', (fragment) => {
  expect(isMailLink(fragment)).toBe(false)
})
