import { createClient } from '@supabase/supabase-js'
import { expect, it, vi } from 'vitest'
import type { Database } from '../database.types.ts'
import { clientDigestStoreOf } from './client-digests/query.ts'
import { digestMail } from './client-digests/words.ts'
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

it('[client-updates.md#weekly-mail] leaves an update that became visible while the mails were sent for the next one', async () => {
  const read = '2026-11-27T09:00:00.000Z'
  vi.useFakeTimers({ now: new Date(read), toFake: ['Date'] })
  const marked: unknown[] = []
  const db = createClient<Database>('http://database.test', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (input, init) => {
        const request = new Request(input, init)
        const { pathname } = new URL(request.url)
        if (pathname.endsWith('/client_digests_to_send')) return Response.json([{ client: 'bakery' }])
        if (request.method === 'PATCH') marked.push(await request.json())
        if (request.method === 'PATCH') return new Response(null, { status: 204 })
        if (pathname.endsWith('/clients'))
          return Response.json({ ...digest, email: digest.recipient, digested_at: null })
        return Response.json([{ title: 'Two boxes', project: { name: 'New boxes' } }])
      },
    },
  })
  try {
    const store = clientDigestStoreOf(db)
    const due = await store.due()
    vi.setSystemTime('2026-11-27T09:05:00Z')
    for (const one of due) await store.markSent(one)
  } finally {
    vi.useRealTimers()
  }
  expect(marked).toEqual([{ digested_at: read }])
})

it('[notices.md#mail] names the page where it is switched off', () => {
  const notices = [{ what: 'Ben mentioned you', about: 'In the chat' }]
  const mail = noticeMail({ person: 'ana', recipient: 'ana@north.test', since: null, notices }, 'https://north.test')
  expect(mail.unsubscribe).toBe('https://north.test/dashboard/profile')
})
