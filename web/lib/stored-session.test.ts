import { afterEach, expect, it, vi } from 'vitest'
import { storedSession } from './stored-session.ts'

const now = Date.parse('2026-03-02T12:00:00Z')
const endsIn = (seconds: number) => ({
  access_token: 'token',
  refresh_token: 'refresh',
  expires_at: now / 1000 + seconds,
  user: { id: 'ana', email: 'ana@north.test' },
})

function read(stored: string | null) {
  vi.useFakeTimers({ now })
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'session' ? stored : null) })
  return storedSession('session')
}

afterEach(() => {
  vi.useRealTimers()
})

it('reads the session that the auth client has stored', () => {
  expect(read(JSON.stringify(endsIn(3600)))?.user.id).toBe('ana')
})

it('leaves a session that ends within 90 seconds to the auth client, which renews it', () => {
  expect(read(JSON.stringify(endsIn(90)))).toBeDefined()
  expect(read(JSON.stringify(endsIn(89)))).toBeUndefined()
  expect(read(JSON.stringify(endsIn(-1)))).toBeUndefined()
})

it.each([null, '', 'not JSON', 'null', '[]', '{}', JSON.stringify({ ...endsIn(3600), user: null })])(
  'takes %j for no session',
  (stored) => {
    expect(read(stored)).toBeUndefined()
  },
)

it('has none outside a browser', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(storedSession('session')).toBeUndefined()
})
