import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { enginePerFile } from '../../testing/engine-per-file.ts'
import { emptyProject } from '../../testing/paths.ts'
import { loadKeys } from '../../tokens/key-file.ts'
import { createTokens } from '../../tokens/tokens.ts'
import { rawSocket, refusal } from '../realtime/client.ts'
import { clientOptions } from '../rest/client.ts'

const { home, dataDir, url, run } = await enginePerFile('log-lines', { begunWith: emptyProject })
const projectDir = join(home, 'project')
const mailPassword = 'secret-of-the-mail-server'

// Statements for users of this project fail with messages that contain the row; mails fail as well.
mkdirSync(join(projectDir, 'migrations'), { recursive: true })
writeFileSync(
  join(projectDir, 'migrations', '20260101000000_refusing.sql'),
  `alter table auth.users add constraint nobody_from_there check (email not like '%@refused.test');
   create function public.fail(words text) returns void language plpgsql as $$
   begin raise exception 'failed' using errcode = 'XX000'; end $$;
   insert into storage.buckets (id, name, public) values ('files', 'files', true);`,
)
writeFileSync(
  join(projectDir, 'config.toml'),
  `[auth]
   enable_anonymous_sign_ins = true
   [auth.mfa.recovery_codes]
   verify_enabled = true`,
)

const paths = [
  'auth/v1/signup',
  'auth/v1/token?grant_type=password',
  'auth/v1/token?grant_type=refresh_token',
  'auth/v1/token?grant_type=pkce',
  'auth/v1/token?grant_type=id_token',
  'auth/v1/otp',
  'auth/v1/recover',
  'auth/v1/resend',
  'auth/v1/invite',
  'auth/v1/verify',
  'auth/v1/authorize?provider=google',
  'auth/v1/callback',
  'auth/v1/user',
  'auth/v1/factors',
  'auth/v1/factors/recovery-codes/verify',
  'auth/v1/logout',
  'auth/v1/sso',
  'auth/v1/admin/users',
  'auth/v1/admin/generate_link',
  'rest/v1/nowhere',
  'rest/v1/rpc/fail',
  'storage/v1/object/files/a.txt',
  'storage/v1/object/sign/files/a.txt',
  'storage/v1/render/image/sign/files/a.png',
  'storage/v1/s3/files/a.txt',
  'storage/v1/upload/resumable',
  'storage/v1/upload/resumable/sign',
  'realtime/v1/api/broadcast',
  'realtime/v1/websocket?vsn=1.0.0',
  'functions/v1/nowhere',
  'config.json',
  'portal',
]
/** Headers in which clients send secrets. */
const headers = [
  'authorization',
  'x-amz-security-token',
  'apikey',
  'cookie',
  'x-api-key',
  'x-signature',
  'upload-metadata',
  'redirect_to',
]
const parameters = [
  'X-Amz-Security-Token',
  'X-Amz-Signature',
  'token',
  'apikey',
  'code',
  'state',
  'access_token',
  'jwt',
]
const fields = [
  'password',
  'token',
  'token_hash',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'id_token',
  'nonce',
  'code',
]
const bodies = {
  fields: (secret: string, domain: string) =>
    JSON.stringify({
      ...Object.fromEntries(fields.map((name) => [name, secret])),
      ...{ type: 'email', provider: 'google', words: secret },
      email: `${crypto.randomUUID()}@${domain}`,
    }),
  broken: (secret: string) => `{"password": "${secret}`,
  text: (secret: string) => secret,
}

type Domain = 'refused.test' | 'north.test'
type SentRequest = {
  method: string
  path: string
  places: string[]
  asked: string[]
  body: keyof typeof bodies
  domain: Domain
  type: string
  by: 'nobody' | 'anon' | 'user' | 'service'
}

const anyRequest: fc.Arbitrary<SentRequest> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path: fc.constantFrom(...paths),
  places: fc.subarray(headers, { minLength: 1 }),
  asked: fc.subarray(parameters),
  body: fc.constantFrom<SentRequest['body'][]>('fields', 'fields', 'broken', 'text'),
  domain: fc.constantFrom('refused.test', 'north.test'),
  type: fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded'),
  by: fc.constantFrom('nobody', 'anon', 'user', 'service'),
})

const callers = ['nobody', 'person', 'service', 'unknown', 'visitor']
const answeredLine = z.object({
  requestId: z.uuid(),
  method: z.string(),
  route: z.string(),
  status: z.number(),
  ms: z.number(),
  caller: z.enum(callers),
  address: z.string().optional(),
})

const signingUp = (domain: Domain): SentRequest => ({
  ...{ method: 'POST', path: 'auth/v1/signup', places: [], asked: [], body: 'fields', domain },
  ...{ type: 'application/json', by: 'anon' },
})

it('each request has its line, and no token, cookie, key, password, code or address of a person ever appears in one', async () => {
  const mail = `smtp://sender:${mailPassword}@127.0.0.1:1`
  const env = { LOG_LEVEL: 'trace', MAIL_URL: mail, PROJECT_DIR: projectDir, ADMIN_PASSWORD: 'secret-of-the-admin' }
  const { child, ended } = run(env)
  await vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), { timeout: 240_000 })
  const { anonKey, serviceRoleKey } = await createTokens(await loadKeys(join(dataDir, 'keys.json')))

  const admin = createClient(url, serviceRoleKey, clientOptions).auth.admin
  const person = { email: 'ana@north.test', password: 'secret-of-ana' }
  expect((await admin.createUser({ ...person, email_confirm: true })).error).toBeNull()
  const { data } = await createClient(url, anonKey, clientOptions).auth.signInWithPassword(person)
  const link = await admin.generateLink({ type: 'magiclink', email: person.email })
  const token = data.session?.access_token ?? ''
  const keys = { nobody: '', anon: anonKey, user: token, service: serviceRoleKey }

  const secrets = [anonKey, serviceRoleKey, token, data.session?.refresh_token, link.data.properties?.hashed_token]
  const known = [...secrets, person.password, mailPassword, env.ADMIN_PASSWORD]
  const statuses = new Set<number>()
  const requests = new Set<string | null>()
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ method, path, places, asked, body, domain, type, by }) => {
      const secret = `secret-${crypto.randomUUID()}`
      known.push(secret)
      const address = new URL(path, `${url}/`)
      for (const name of asked) address.searchParams.set(name, secret)
      const given = Object.fromEntries(places.map((name) => [name, `Bearer ${secret}`]))
      const genuine = by === 'nobody' ? {} : { apikey: anonKey, authorization: `Bearer ${keys[by]}` }
      const { status, headers } = await fetch(address, {
        method,
        redirect: 'manual',
        headers: { 'content-type': type, 'tus-resumable': '1.0.0', ...given, ...genuine },
        ...(method !== 'GET' && { body: bodies[body](secret, domain) }),
      })
      statuses.add(status)
      requests.add(headers.get('sb-request-id'))
    }),
    { numRuns: 400, endOnFailure: true, examples: [[signingUp('refused.test')], [signingUp('north.test')]] },
  )
  known.push('secret-of-a-socket')
  expect(await refusal('vsn=2.0.0&apikey=secret-of-a-socket', { url, anonKey })).toBe(401)
  const { heard, say } = await rawSocket({ url, anonKey })
  say('1', '1', 'realtime:room', 'phx_join', { config: { private: true }, access_token: 'secret-of-a-socket' })
  await expect.poll(() => heard, { timeout: 20_000 }).toHaveLength(1)
  child.kill('SIGTERM')
  const { words } = await ended

  // Server errors did occur, and were logged.
  expect([...statuses]).toContain(500)
  expect(words).toContain('nobody_from_there')
  expect(words).toContain('ECONNREFUSED')
  // Every response has a line with its request id; redirect targets are not logged.
  const lines = words
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [answeredLine.safeParse(JSON.parse(line))] : []))
  const answered = new Map(lines.flatMap(({ data }) => (data ? [[data.requestId, data]] : [])))
  expect(requests.size).toBe(400)
  for (const request of requests) expect(answered.has(String(request)), String(request)).toBe(true)
  expect([...new Set([...answered.values()].map(({ caller }) => caller))].sort()).toEqual(callers)
  for (const { address } of answered.values()) expect(address).toBeUndefined()
  for (const secret of known) {
    expect(secret).toBeTruthy()
    const line = words.split('\n').find((line) => line.includes(String(secret)))
    expect(line, `The secret is ${secret}.`).toBeUndefined()
  }
  // Hashed passwords are not logged either, nor the row that contains one.
  expect(words).not.toMatch(/\$2[aby]\$|Failing row/)
})
