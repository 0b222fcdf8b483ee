import { GoTrueClient } from '@supabase/auth-js'
import { expect, it, vi } from 'vitest'
import { withLocalExpiry } from './local-expiry.ts'

const HOUR_S = 3600

it.each([
  ['ahead', -HOUR_S],
  ['behind', HOUR_S],
])('[sessions.md#life-of-a-session] renews no session because of a clock that is an hour %s', async (_, difference) => {
  const now = Math.floor(Date.now() / 1000)
  const session = { access_token: 'a.b.c', refresh_token: 'r', expires_in: HOUR_S, user: { id: 'ana' } }
  const answer = { ...session, token_type: 'bearer', expires_at: now + HOUR_S + difference }
  const server = vi.fn(async () => Response.json(answer))
  const auth = new GoTrueClient({
    url: 'http://backend.test/auth/v1',
    persistSession: false,
    autoRefreshToken: false,
    fetch: withLocalExpiry(server),
  })
  await auth.signInWithPassword({ email: 'ana@north.test', password: 'mainstreet' })
  const { data } = await auth.getSession()
  expect(data.session?.expires_at).toBeCloseTo(now + HOUR_S, -1)
  expect(server).toHaveBeenCalledTimes(1)
})
