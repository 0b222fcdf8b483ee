import type { Session } from '@supabase/auth-js'
import { expect, it } from 'vitest'
import { hasRecoveryCodes, owesACode } from './owes-a-code.ts'

const token = (claims: object) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

function session(
  access_token: string,
  status?: 'verified' | 'unverified',
  factor_type: 'totp' | 'recovery_code' = 'totp',
): Session {
  const times = { created_at: '', updated_at: '' }
  const factors = status && [{ id: 'app', factor_type, status, ...times }]
  const user = { id: 'ana', aud: '', app_metadata: {}, user_metadata: {}, created_at: '', ...(factors && { factors }) }
  return { access_token, refresh_token: '', expires_in: 1, token_type: 'bearer', user }
}

it('owes one with an app that works and a session without its code', () => {
  expect(owesACode(session(token({ aal: 'aal1', name: 'Ünal' }), 'verified'))).toBe(true)
  expect(owesACode(session('no token', 'verified'))).toBe(true)
})

it('owes none after it, without an app, and while the app is still being set up', () => {
  expect(owesACode(session(token({ aal: 'aal2' }), 'verified'))).toBe(false)
  expect(owesACode(session(token({ aal: 'aal1' })))).toBe(false)
  expect(owesACode(session(token({ aal: 'aal1' }), 'unverified'))).toBe(false)
})

it('owes one with codes on paper alone, as when an administrator took the app away', () => {
  const onPaper = session(token({ aal: 'aal1' }), 'verified', 'recovery_code')
  expect([owesACode(onPaper), hasRecoveryCodes(onPaper)]).toEqual([true, true])
  expect(hasRecoveryCodes(session(token({ aal: 'aal1' }), 'verified'))).toBe(false)
})
