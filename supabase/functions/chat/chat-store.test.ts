import { afterEach, expect, it, vi } from 'vitest'
import { AccessDenied, chatStore, NotStored, TokenExpired } from './chat-store.ts'
import { FrameRefused } from './protocol.ts'

const member = { userId: 'ana', agencyId: 'north', expiresAt: Number.MAX_SAFE_INTEGER, token: 'a.b.c' }
const message = { content: 'Good morning', message_type: 'text', metadata: {} }
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** A data API that gives the same answer to every request. */
function storeThatHears(status: number, body: unknown) {
  for (const name of ['SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY']) vi.stubEnv(name, 'key')
  vi.stubEnv('SUPABASE_URL', 'http://api.test')
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return { store: chatStore(), sent: () => JSON.parse(String(fetch.mock.calls[0]?.[1]?.body)) }
}

it('stores a message under the agency that its sender was let in for, whatever they belong to meanwhile', async () => {
  const { store, sent } = storeThatHears(201, [{ ...message, id: '1' }])
  await store.add(member, message)
  expect(sent()).toMatchObject({ agency_id: 'north', room_id: 'general', content: 'Good morning' })
})

it('says in the words of the database that somebody speaks too often, and of other refusals nothing', async () => {
  const refusal = { message: 'Too many messages.', details: null, hint: null }
  await expect(storeThatHears(429, { ...refusal, code: 'PT429' }).store.add(member, message)).rejects.toEqual(
    new FrameRefused('Too many messages.'),
  )
  await expect(storeThatHears(403, { ...refusal, code: '42501' }).store.add(member, message)).rejects.toThrow(NotStored)
})

it('tells a token that has expired from a session that has ended', async () => {
  const refusal = { code: 'PGRST303', details: null, hint: null }
  const expired = storeThatHears(401, { ...refusal, message: 'JWT expired' }).store
  await expect(expired.open('server', 'connection', 'a.b.c')).rejects.toThrow(TokenExpired)
  const ended = storeThatHears(401, {
    ...refusal,
    message: 'Session from session_id claim in JWT does not exist',
  }).store
  await expect(ended.open('server', 'connection', 'a.b.c')).rejects.toThrow(AccessDenied)
})
