import { readdirSync } from 'node:fs'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { engine } from './engine.ts'

type EdgeFunction = { default: { fetch(request: Request): Promise<Response> | Response } }

/** Functions that anybody may call: the body decides the answer, not a key. */
const open = ['calendar', 'chat', 'change-address', 'enquiry-in', 'for-client', 'send-contact-notification']

const functions = readdirSync('supabase/functions').filter((name) => !name.startsWith('_') && !name.startsWith('.'))

/** The newer API keys of the server under test are read from it. */
const answer = await fetch(`${engine.url}/api-keys/v1`, { headers: { apikey: engine.serviceRoleKey } })
const newer = z.array(z.object({ type: z.string(), key: z.string() })).parse(await answer.json())
const newerKey = (type: string) => newer.find((one) => one.type === type)?.key ?? ''
const [publishable, secret] = [newerKey('publishable'), newerKey('secret')]

/** Environments in which platforms give functions the project's keys. */
const platforms = [
  {
    kind: 'older',
    secretKey: engine.serviceRoleKey,
    variables: {
      SUPABASE_ANON_KEY: engine.anonKey,
      SUPABASE_SERVICE_ROLE_KEY: engine.serviceRoleKey,
      SUPABASE_PUBLISHABLE_KEYS: '{}',
      SUPABASE_SECRET_KEYS: '{}',
    },
  },
  {
    kind: 'newer',
    secretKey: secret,
    variables: {
      SUPABASE_ANON_KEY: '',
      SUPABASE_SERVICE_ROLE_KEY: '',
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishable }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: secret }),
    },
  },
]

/** Headers by kind of visitor. */
const visitors: Record<string, Record<string, string>> = {
  'no key': {},
  'the anonymous key': { apikey: engine.anonKey, authorization: `Bearer ${engine.anonKey}` },
  'a publishable key': { apikey: publishable, authorization: `Bearer ${publishable}` },
  'a key that is wrong': { apikey: 'sb_secret_wrong', authorization: 'Bearer sb_secret_wrong' },
  'a token that is wrong': { apikey: engine.anonKey, authorization: `Bearer ${engine.anonKey.slice(0, -4)}AAAA` },
  'a key that is nearly right': { apikey: `${secret}=`, authorization: `Bearer ${secret.slice(0, -1)}` },
  'a key that is empty': { apikey: '', authorization: 'Bearer ' },
}

// Calls the function without a gateway: verify_jwt is off for all (scripts/config-toml.test.ts).
const answerOf = async (name: string, headers: Record<string, string>, body: object) => {
  const { default: edgeFunction }: EdgeFunction = await import(`../functions/${name}/index.ts`)
  const request = new Request(`${engine.url}/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await edgeFunction.fetch(request)
  return { status: response.status, body: await response.json() }
}

const call = async (name: string, headers: Record<string, string>, body: object = {}) =>
  (await answerOf(name, headers, body)).status

afterAll(() => vi.unstubAllEnvs())

describe.each(platforms)('with keys of the $kind form', ({ secretKey, variables }) => {
  beforeEach(() => {
    for (const [name, value] of Object.entries({
      SUPABASE_URL: engine.url,
      WEBHOOK_NETWORKS: '127.0.0.1',
      ...variables,
    }))
      vi.stubEnv(name, value)
  })

  describe.each(Object.keys(visitors))('a visitor with %s', (visitor) => {
    const headers = visitors[visitor] ?? {}

    it.each(functions.filter((name) => !open.includes(name)))('is refused by %s', async (name) => {
      expect([401, 403]).toContain(await call(name, headers))
    })

    it('changes nobody’s address', async () => {
      const change = { userId: crypto.randomUUID(), email: 'eve@evil.test' }
      expect([401, 403]).toContain(await call('change-address', headers, change))
    })
  })

  it('the secrets that are missing are named to the doctor, by the key', async () => {
    vi.stubEnv('SITE_URL', 'https://north.test')
    vi.stubEnv('MAIL_FROM', '')
    vi.stubEnv('MAIL_API_KEY', '')
    const { status, body } = await answerOf('send-due-mails', { apikey: secretKey }, { only: 'secrets' })
    expect([status, body]).toEqual([200, { missing: ['MAIL_API_KEY', 'MAIL_FROM'] }])
  })

  it.each(['settle-deleted', 'send-due-mails', 'send-pushes', 'webhooks'])(
    'the clock calls %s, by its key in either header',
    async (name) => {
      expect(await call(name, { apikey: secretKey })).toBe(200)
      expect(await call(name, { authorization: `Bearer ${secretKey}` })).toBe(200)
    },
  )
})
