import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it } from 'vitest'
import { enginePerFile } from '../../testing/engine-per-file.ts'

/** The engine alone: a copy that finds the installed dependencies, but not its own packages. */
const home = realpathSync(mkdtempSync(join(tmpdir(), 'engine-alone-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const engine = join(import.meta.dirname, '../..')
cpSync(engine, join(home, 'engine'), {
  recursive: true,
  filter: (file) => !/\/(node_modules|bench|contract|docs|sample-projects)$/.test(file),
})
mkdirSync(join(home, 'node_modules'))
const installed = dirname(dirname(findPackageJSON('zod', import.meta.url) ?? ''))
for (const name of readdirSync(installed).filter((name) => !name.startsWith('engine'))) {
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
    const client = createClient(url, key, { auth: { persistSession: false } })
    await client.auth.signUp({ email: 'ana@north.test', password: 'harbor bakery' })

    const saml = { status: 404, code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' }
    expect((await client.auth.signInWithSSO({ domain: 'north.test' })).error).toMatchObject(saml)
    const passkeys = { status: 404, code: 'passkey_disabled' }
    expect((await client.auth.passkey.startAuthentication()).error).toMatchObject(passkeys)
    expect((await client.auth.passkey.list()).error).toMatchObject(passkeys)
    const enrolled = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    expect(enrolled.error).toMatchObject({ status: 422, code: 'mfa_webauthn_enroll_not_enabled' })
    const google = await client.auth.signInWithIdToken({ provider: 'google', token: 'theirs' })
    expect(google.error).toMatchObject({ status: 400, code: 'provider_disabled' })
    const page = await fetch(`${url}/auth/v1/authorize?provider=nobody`)
    expect(await page.json()).toMatchObject({ msg: 'Unsupported provider: Provider nobody could not be found' })
    const back = await fetch(`${url}/auth/v1/callback?state=x`, { redirect: 'manual' })
    expect([back.status, back.headers.get('location')]).toEqual([303, expect.stringContaining('bad_oauth_state')])
    expect((await client.functions.invoke('hello')).data).toBe('hello')
    expect((await client.functions.invoke('sql')).data).toBe('undefined')
    expect((await fetch(`${url}/storage/v1/s3/`)).status).toBe(404)
    const graphql = await fetch(`${url}/graphql/v1`, { method: 'POST', headers: { apikey: key } })
    expect(await graphql.json()).toMatchObject({ errors: [{ message: 'pg_graphql extension is not enabled.' }] })
  })

  const enabled = (section: string) => ({ 'config.toml': `[${section}]\nenabled = true` })

  it.each([
    [
      'REDIS_URL asks for several servers by Redis: run npm install engine-redis.',
      { REDIS_URL: 'redis://127.0.0.1:1' },
    ],
    ['STORAGE_URL asks for a bucket: run npm install engine-bucket.', { STORAGE_URL: 's3://files?region=us-east-1' }],
  ])('does not start where a setting asks for one: %s', async (line, settings) => {
    const { code, words } = await run({ PROJECT_DIR: project({}), ...settings }).ended
    expect([code, words]).toEqual([1, expect.stringContaining(line)])
  })

  it.each<[string, Record<string, string>]>([
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
    ['config.toml ([auth.hook]) asks for hooks: run npm install engine-hooks.', enabled('auth.hook.send_email')],
    [
      'config.toml ([auth.external]) asks for sign-in with a provider: run npm install engine-providers.',
      enabled('auth.external.google'),
    ],
    ['config.toml ([auth.captcha]) asks for captchas: run npm install engine-captcha.', enabled('auth.captcha')],
    [
      'config.toml ([storage.s3_protocol]) asks for the S3 protocol: run npm install engine-s3.',
      enabled('storage.s3_protocol'),
    ],
    [
      'The migrations ask for the extension pg_cron, which this database does not have: run npm install engine-extensions.',
      { 'migrations/1_cron.sql': 'create extension pg_cron;' },
    ],
    [
      'functions/hello/index.ts asks for what Deno has beyond web standards: run npm install engine-deno.',
      { 'functions/hello/index.ts': `Deno.serve(() => new Response('hello'))` },
    ],
  ])('does not start where a project asks for one: %s', async (line, files) => {
    const { ended } = run({ PROJECT_DIR: project(files) })
    const { code, words } = await ended
    expect(code).toBe(1)
    expect(words).toContain(line)
    expect(words).not.toMatch(/\n\s+at /)
  })
})
