import type { Session } from '@supabase/auth-js'
import { beforeEach, expect, it, vi } from 'vitest'
import { hasRecoveryCodes, needsSecondStep } from './second-step.ts'

const answers = vi.fn<(url: string, request?: RequestInit) => Response>()
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  answers.mockReset()
  vi.stubGlobal('fetch', async (url: string, request?: RequestInit) =>
    url === '/config.json'
      ? Response.json({ supabaseUrl: 'https://north.test', supabaseAnonKey: 'key' })
      : answers(url, request),
  )
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  })
})

const times = { created_at: '', updated_at: '' }

/** The auth service issues a new token at every verification and every refresh. */
function session(signedInAt = 'today', nth = 1, factor_type: 'totp' | 'recovery_code' = 'totp'): Session {
  const factors = [{ id: 'app', factor_type, status: 'verified' as const, ...times }]
  const user = { id: 'ana', aud: '', app_metadata: {}, user_metadata: {}, created_at: '', factors }
  const last_sign_in_at = signedInAt
  return {
    access_token: `token of ${signedInAt}, ${nth}`,
    refresh_token: '',
    expires_in: 1,
    token_type: 'bearer',
    user: { ...user, last_sign_in_at },
  }
}

it('asks the database with the token of the session', async () => {
  answers.mockImplementation(() => Response.json({ owes_second_step: true }))
  expect(await needsSecondStep(session())).toBe(true)
  const [url, request] = answers.mock.calls[0] ?? []
  expect(url).toBe('https://north.test/rest/v1/rpc/me')
  expect(request?.headers).toMatchObject({ authorization: 'Bearer token of today, 1', apikey: 'key' })
})

it('asks once for each token while something is owed, and once for each sign-in when nothing is', async () => {
  answers.mockImplementationOnce(() => Response.json({ owes_second_step: true }))
  answers.mockImplementation(() => Response.json({ owes_second_step: false }))
  expect(await needsSecondStep(session('yesterday'))).toBe(true)
  expect(await needsSecondStep(session('yesterday'))).toBe(true)
  expect(await needsSecondStep(session('yesterday', 2))).toBe(false)
  expect(await needsSecondStep(session('yesterday', 3))).toBe(false)
  expect(answers).toHaveBeenCalledTimes(2)
  expect(await needsSecondStep(session('tomorrow'))).toBe(false)
  expect(answers).toHaveBeenCalledTimes(3)
})

it('lets somebody on without an answer, and remembers nothing', async () => {
  answers.mockImplementation(() => new Response(null, { status: 500 }))
  expect(await needsSecondStep(session('later'))).toBe(false)
  answers.mockImplementation(() => {
    throw new TypeError('no network')
  })
  expect(await needsSecondStep(session('later'))).toBe(false)
  expect(answers).toHaveBeenCalledTimes(2)
  expect(stored.size).toBe(0)
})

it('knows who has codes on paper', () => {
  expect(hasRecoveryCodes(session('today', 1, 'recovery_code'))).toBe(true)
  expect(hasRecoveryCodes(session())).toBe(false)
})
