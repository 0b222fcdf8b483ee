import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../database.types.ts'
import { clientDigestStoreOf } from './client-digests/query.ts'
import { digestMail } from './client-digests/words.ts'
import { noticeDigestStoreOf } from './notice-digests/query.ts'
import { noticeMail } from './notice-digests/words.ts'

const digest = {
  client: 'bakery',
  recipient: 'maria@bakery.test',
  name: 'Harbor Bakery',
  since: null,
  readAt: '2026-11-27T09:00:00Z',
  updates: [{ title: 'Two boxes', project: 'New boxes' }],
}

it('[client-updates.md#weekly-mail] goes as an answer to the agency, and says how to end it', () => {
  const agency = { name: 'North Street', email: 'hello+web@north.test', phone: null }
  const mail = digestMail({ ...digest, agency }, 'https://north.test/for/token')
  expect(mail).toMatchObject({
    replyTo: 'hello+web@north.test',
    unsubscribe: 'mailto:hello%2Bweb@north.test?subject=No%20weekly%20mail',
  })
  expect(mail.text).toContain('Reply to this email to reach us. Reply and say so to stop getting it.')
})

it('[client-updates.md#weekly-mail] asks for no answer where the agency has no address', () => {
  const agency = { name: 'North Street', email: null, phone: '+1 555 0100' }
  const mail = digestMail({ ...digest, agency }, 'https://north.test/for/token')
  expect(mail).not.toHaveProperty('replyTo')
  expect(mail).not.toHaveProperty('unsubscribe')
  expect(mail.text).toContain(
    'Nobody reads replies to this email. Please call +1 555 0100. Tell us to stop getting it.',
  )
})

/** A database that answers each path by `rows`, and keeps what is written in `written`. */
function fakeDatabase(rows: Record<string, unknown>) {
  const written: unknown[] = []
  const database = createClient<Database>('http://database.test', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (input, init) => {
        const request = new Request(input, init)
        if (request.method !== 'PATCH')
          return Response.json(rows[new URL(request.url).pathname.split('/').at(-1) ?? ''])
        written.push(await request.json())
        return new Response(null, { status: 204 })
      },
    },
  })
  return { database, written }
}

const READ_AT = '2026-11-27T09:00:00.000Z'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(READ_AT), toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

const dueClient = {
  client_digests_to_send: [{ client: 'bakery' }],
  clients: { ...digest, email: digest.recipient, digested_at: null },
}

const duePerson = {
  notice_digests_to_send: [{ person: 'ana' }],
  notices_to_mail: [{ id: 'one', created_at: '2026-11-27T07:00:00Z' }],
  user_profiles: { digested_at: null, account: { email: 'ana@north.test' } },
}

it('[client-updates.md#weekly-mail] leaves an update that became visible while the mails were sent for the next one', async () => {
  const updates = [{ title: 'Two boxes', project: { name: 'New boxes' } }]
  const { database, written } = fakeDatabase({ ...dueClient, project_updates: updates })
  const store = clientDigestStoreOf(database)
  const due = await store.due()
  vi.setSystemTime('2026-11-27T09:05:00Z')
  for (const one of due) await store.markSent(one)
  expect(written).toEqual([{ digested_at: READ_AT }])
})

it('[notices.md#mail] leaves a notice that came while the mails were sent for the next one', async () => {
  const { database, written } = fakeDatabase({ ...duePerson, notices: [{ id: 'one', message_id: 'hello' }] })
  const store = noticeDigestStoreOf(database)
  const due = await store.due()
  vi.setSystemTime('2026-11-27T09:05:00Z')
  for (const one of due) await store.markSent(one)
  expect(written).toEqual([{ digested_at: READ_AT }])
})

it('[notices.md#mail] mails nothing that was read, hidden or deleted a moment before', async () => {
  const { database } = fakeDatabase({ ...dueClient, ...duePerson, project_updates: [], notices: [] })
  expect(await clientDigestStoreOf(database).due()).toEqual([])
  expect(await noticeDigestStoreOf(database).due()).toEqual([])
})

it('[notices.md#mail] names the page where it is switched off', () => {
  const notices = [{ what: 'Ben mentioned you', about: 'In the chat' }]
  const mail = noticeMail(
    { person: 'ana', recipient: 'ana@north.test', since: null, readAt: READ_AT, notices },
    'https://north.test',
  )
  expect(mail.unsubscribe).toBe('https://north.test/dashboard/profile')
})
