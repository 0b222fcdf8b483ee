import { beforeEach, expect, it } from 'vitest'
import { storedSession } from '../lib/stored-session.ts'
import { wholeSupabase } from '../lib/supabase.ts'
import { FakeBackend } from '../testing/fake-backend.ts'
import { sessionKeeper } from './auth-page-session.ts'

const sessionKey = 'sb-backend-auth-token'
const HOUR_S = 3600

let backend: FakeBackend
beforeEach(() => {
  backend = new FakeBackend()
  globalThis.fetch = backend.fetch
  backend.answer('POST', '/rest/v1/rpc/me', () => Response.json({ owes_second_step: false }))
})

const clients = [
  ['/auth', sessionKeeper.client],
  ['the portal', async () => (await wholeSupabase()).auth],
] as const

it.each(
  clients.flatMap(([page, client]) =>
    ['ahead', 'behind'].map((direction) => [page, direction, client, direction === 'ahead' ? -1 : 1] as const),
  ),
)(
  '[sessions.md#life-of-a-session] on %s a clock an hour %s does not matter',
  async (_page, _direction, client, hours) => {
    const now = Math.floor(Date.now() / 1000)
    const user = { id: 'ana', email: 'ana@north.test' }
    const answer = { access_token: 'a.b.c', refresh_token: 'refresh', expires_in: HOUR_S, token_type: 'bearer', user }
    backend.answer('POST', '/auth/v1/token', () =>
      Response.json({ ...answer, expires_at: now + HOUR_S + hours * HOUR_S }),
    )
    const auth = await client()
    await auth.signInWithPassword({ email: user.email, password: 'mainstreet' })
    const { data } = await auth.getSession()
    expect(data.session?.expires_at).toBeCloseTo(now + HOUR_S, -1)
    expect(storedSession(sessionKey)).toBeDefined()
    expect(backend.sent('POST', '/auth/v1/token')).toHaveLength(1)
  },
)
