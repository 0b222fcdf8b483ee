import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { enginePerFile } from '../../testing/engine-per-file.ts'

/** The engine alone: a copy that finds what it depends on, but not its optional packages. */
const home = realpathSync(mkdtempSync(join(tmpdir(), 'engine-alone-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const engine = join(import.meta.dirname, '../..')
cpSync(engine, join(home, 'engine'), {
  recursive: true,
  filter: (file) => !/\/(node_modules|bench|contract|docs|sample-projects)$/.test(file),
})
mkdirSync(join(home, 'node_modules'))
const installed = dirname(dirname(findPackageJSON('zod', import.meta.url) ?? ''))
for (const name of readdirSync(installed).filter(
  (name) => name === 'engine-go-template' || !name.startsWith('engine'),
)) {
  symlinkSync(join(installed, name), join(home, 'node_modules', name))
}
const program = join(home, 'engine/main.ts')

function project(files: Record<string, string>): string {
  const dir = mkdtempSync(join(home, 'project-'))
  for (const [file, text] of Object.entries({ 'config.toml': '', ...files })) {
    mkdirSync(join(dir, dirname(file)), { recursive: true })
    writeFileSync(join(dir, file), text)
  }
  return dir
}

describe('an engine without its packages', async () => {
  const { run, start, url, anonKey } = await enginePerFile('without-packages', { program })

  it('answers the methods that lead there, and single sign-on, with a refusal that says why', async () => {
    await start({
      PROJECT_DIR: project({
        'config.toml': '[auth.email]\nenable_confirmations = false',
        'functions/hello/index.ts': `export default { fetch: () => new Response('hello') }`,
        'functions/sql/index.ts': `export default { fetch: () => new Response(String(process.env.SUPABASE_DB_URL)) }`,
      }),
    })
    const key = await anonKey()
    const client = createClient(url, key, { auth: { persistSession: false, experimental: { recoveryCodes: true } } })
    await client.auth.signUp({ email: 'ana@north.test', password: 'harbor bakery' })

    const saml = { status: 404, code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' }
    expect((await client.auth.signInWithSSO({ domain: 'north.test' })).error).toMatchObject(saml)
    const passkeys = { status: 404, code: 'passkey_disabled' }
    expect((await client.auth.passkey.startAuthentication()).error).toMatchObject(passkeys)
    expect((await client.auth.passkey.list()).error).toMatchObject(passkeys)
    const enrolled = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    expect(enrolled.error).toMatchObject({ status: 422, code: 'mfa_webauthn_enroll_not_enabled' })
    const codes = { status: 422, code: 'mfa_recovery_codes_enroll_not_enabled' }
    expect((await client.auth.mfa.recoveryCodes.getStatus()).error).toMatchObject(codes)
    const google = await client.auth.signInWithIdToken({ provider: 'google', token: 'theirs' })
    expect(google.error).toMatchObject({ status: 400, code: 'provider_disabled' })
    const page = await fetch(`${url}/auth/v1/authorize?provider=nobody`)
    expect(await page.json()).toMatchObject({ msg: 'Unsupported provider: Provider nobody could not be found' })
    const back = await fetch(`${url}/auth/v1/callback?state=x`, { redirect: 'manual' })
    expect([back.status, back.headers.get('location')]).toEqual([303, expect.stringContaining('bad_oauth_state')])
    expect((await client.functions.invoke('hello')).data).toBe('hello')
    expect((await client.functions.invoke('sql')).data).toBe('undefined')
    for (const path of ['s3/', 'upload/resumable']) {
      expect((await fetch(`${url}/storage/v1/${path}`, { method: 'POST' })).status).toBe(404)
    }
    const root = await fetch(`${url}/rest/v1/`, { headers: { apikey: key } })
    expect([root.status, await root.json()]).toEqual([404, expect.objectContaining({ code: 'PGRST126' })])
    const graphql = await fetch(`${url}/graphql/v1`, { method: 'POST', headers: { apikey: key } })
    expect(await graphql.json()).toMatchObject({ errors: [{ message: 'pg_graphql extension is not enabled.' }] })
  })

  it('ends with one line where a project asks for one', async () => {
    const { code, words } = await run({ PROJECT_DIR: project(enabled('auth.captcha')) }).ended
    const line = 'config.toml ([auth.captcha]) asks for captchas: run npm install engine-captcha.'
    expect([code, words]).toEqual([1, expect.stringContaining(line)])
    expect(words).not.toMatch(/\n\s+at /)
  })
})

const enabled = (section: string) => ({ 'config.toml': `[${section}]\nenabled = true` })

const starts: [line: string, files: Record<string, string>, env?: Record<string, string>][] = [
  [
    'REDIS_URL asks for several servers by Redis: run npm install engine-redis.',
    {},
    { REDIS_URL: 'redis://127.0.0.1:1' },
  ],
  [
    'PGRST_OPENAPI_MODE asks for the description of the API: run npm install engine-openapi.',
    {},
    { PGRST_OPENAPI_MODE: 'follow-privileges' },
  ],
  ['STORAGE_URL asks for a bucket: run npm install engine-bucket.', {}, { STORAGE_URL: 's3://files?region=us-east-1' }],
  [
    'The migrations ask for the extension pg_cron, which this database does not have: run npm install engine-extensions.',
    { 'migrations/1_cron.sql': 'create extension pg_cron;' },
  ],
  [
    'functions/hello/index.ts asks for what Deno has beyond web standards: run npm install engine-deno.',
    { 'functions/hello/index.ts': `Deno.serve(() => new Response('hello'))` },
  ],
]

const sections: [line: string, files: Record<string, string>][] = [
  [
    'engine.toml ([auth.saml]) asks for SAML single sign-on: run npm install engine-saml.',
    { 'engine.toml': '[auth.saml]\nenabled = true' },
  ],
  [
    'config.toml ([auth.passkey]) asks for passkeys and WebAuthn: run npm install engine-passkeys.',
    enabled('auth.passkey'),
  ],
  [
    'config.toml ([auth.mfa.web_authn]) asks for passkeys and WebAuthn: run npm install engine-passkeys.',
    { 'config.toml': '[auth.mfa.web_authn]\nenroll_enabled = true' },
  ],
  [
    'engine.toml ([auth.mfa.recovery_codes]) asks for recovery codes: run npm install engine-recovery-codes.',
    { 'engine.toml': '[auth.mfa.recovery_codes]\nverify_enabled = true' },
  ],
  ['config.toml ([auth.hook]) asks for hooks: run npm install engine-hooks.', enabled('auth.hook.send_email')],
  [
    'config.toml ([auth.external]) asks for sign-in with a provider: run npm install engine-providers.',
    enabled('auth.external.google'),
  ],
  [
    'config.toml ([storage.s3_protocol]) asks for the S3 protocol: run npm install engine-s3.',
    enabled('storage.s3_protocol'),
  ],
  [
    'config.toml ([storage.image_transformation]) asks for image transformations: run npm install engine-images.',
    enabled('storage.image_transformation'),
  ],
  [
    'engine.toml ([storage.resumable]) asks for resumable uploads: run npm install engine-resumable.',
    { 'engine.toml': '[storage.resumable]\nenabled = true' },
  ],
]

/** One process reads all projects and tries all starts: a process for each would take ten times as long. */
const TRY_ALL = `
  import { loadProject } from './engine/assembly/config-toml.ts'
  import { requireInstalled } from './engine/assembly/features.ts'
  import { startEngine } from './engine/assembly/start-engine.ts'
  const [projects, starts] = JSON.parse(process.argv[2] ?? '')
  const said = []
  const tell = (tried) => tried.then(() => said.push('Nothing is missing.'), ({ message }) => said.push(message))
  for (const dir of projects) await tell(loadProject(dir, {}).then(({ config }) => requireInstalled(config)))
  for (const env of starts) await tell(startEngine({ name: 'Engine', env }))
  console.log(JSON.stringify(said))
  process.exit()
`

describe('what asks for a package that is not there is refused with its name:', () => {
  let said: string[] = []
  beforeAll(async () => {
    writeFileSync(join(home, 'try-all.ts'), TRY_ALL)
    const own = { PORT: '0', DATA_DIR: join(home, 'data'), LOG_LEVEL: 'silent' }
    const all = [
      sections.map(([, files]) => project(files)),
      starts.map(([, files, env]) => ({ ...own, PROJECT_DIR: project(files), ...env })),
    ]
    const { stdout } = await promisify(execFile)('node', [join(home, 'try-all.ts'), JSON.stringify(all)])
    said = z.array(z.string()).parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
  })

  it.each([...sections, ...starts].map(([line], index) => [line, index] as const))('%s', (line, index) => {
    expect(said[index]).toContain(line)
  })
})
