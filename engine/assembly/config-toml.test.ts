import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '../kernel/config/environment-variables.ts'
import { loadProject } from './config-toml.ts'

describe('loadProject', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'project-'))
  })
  afterEach(() => rm(dir, { recursive: true }))

  const load = async (toml: string, env: NodeJS.ProcessEnv = {}) => {
    await writeFile(join(dir, 'config.toml'), toml)
    return loadProject(dir, env)
  }

  it('reads the settings the engine knows and keeps the ones it does not', async () => {
    const { config } = await load(`
      project_id = "acme"
      [auth]
      jwt_expiry = 3600
      [auth.email.template.recovery]
      subject = "Reset"
      content_path = "./supabase/templates/recovery.html"
      [functions.chat]
      verify_jwt = false
      [studio]
      port = 54323
    `)
    expect(config).toMatchObject({ project_id: 'acme', studio: { port: 54323 } })
    expect(config.auth.jwt_expiry).toBe(3600)
    expect(config.auth.email.template.recovery?.subject).toBe('Reset')
    expect(config.functions.chat).toEqual({ enabled: true, verify_jwt: false })
  })

  it('takes env(NAME) from the environment and leaves the setting out where that is unset', async () => {
    const toml = `
      [auth]
      additional_redirect_urls = ["env(OTHER_SITE)", "http://localhost:5173"]
      [edge_runtime.secrets]
      CONTACT_EMAIL = "env(CONTACT_EMAIL)"
    `
    expect((await load(toml, { CONTACT_EMAIL: 'hello@acme.test' })).config.edge_runtime.secrets).toEqual({
      CONTACT_EMAIL: 'hello@acme.test',
    })
    const { config } = await load(toml, { CONTACT_EMAIL: '' })
    expect(config.edge_runtime.secrets).toEqual({})
    expect(config.auth.additional_redirect_urls).toEqual(['http://localhost:5173'])
  })

  it('takes numbers, switches and lists from the environment too, and refuses what is none', async () => {
    const toml = `
      [auth]
      enable_signup = "env(SIGNUP)"
      jwt_expiry = "env(EXPIRY)"
      additional_redirect_urls = "env(SITES)"
      [auth.external.github]
      enabled = "env(GITHUB)"
      client_id = "env(NUMBER)"
      [storage.buckets.maps]
      public = "env(PUBLIC)"
    `
    const env = { SIGNUP: 'False', EXPIRY: '1234', SITES: 'http://a.test,http://b.test', GITHUB: '1', NUMBER: '42' }
    await writeFile(join(dir, 'engine.toml'), '[edge_runtime]\nmax_threads = "env(THREADS)"')
    await writeFile(join(dir, '.env'), 'PUBLIC=true\nTHREADS=3\nEXPIRY=5')
    const { config } = await load(toml, env)
    expect(config.auth).toMatchObject({
      enable_signup: false,
      jwt_expiry: 1234,
      additional_redirect_urls: ['http://a.test', 'http://b.test'],
      external: { github: { enabled: true, client_id: '42' } },
    })
    expect([config.storage.buckets.maps?.public, config.edge_runtime.max_threads]).toEqual([true, 3])
    for (const wrong of [{ SIGNUP: 'maybe' }, { EXPIRY: '1h' }, { EXPIRY: '12.5' }]) {
      await expect(load(toml, { ...env, ...wrong })).rejects.toThrow(/config\.toml is wrong at auth\./)
    }
    // Only a variable is read so: what the file itself says has its kind.
    await expect(load('[auth]\njwt_expiry = "60"')).rejects.toThrow('config.toml is wrong at auth.jwt_expiry')
  })

  it('is overridden by the environment as in the CLI: switches, numbers and lists, and before engine.toml', async () => {
    const toml = `
      [auth]
      site_url = "http://a.test"
      additional_redirect_urls = ["http://a.test/**"]
      jwt_expiry = 60
      [auth.email.smtp]
      host = "mail.test"
      port = 25
      user = "u"
      pass = "p"
      admin_email = "a@a.test"
      [auth.external.github]
      enabled = false
      client_id = "file"
      secret = "file"
      [functions.hello]
      verify_jwt = true
    `
    await writeFile(join(dir, 'engine.toml'), '[auth]\njwt_expiry = 120')
    await writeFile(join(dir, '.env'), 'SUPABASE_AUTH_SITE_URL=http://b.test\nSUPABASE_AUTH_JWT_EXPIRY=5')
    const { config, variables } = await load(toml, {
      SUPABASE_AUTH_JWT_EXPIRY: '240',
      SUPABASE_AUTH_ENABLE_SIGNUP: 'f',
      SUPABASE_AUTH_ADDITIONAL_REDIRECT_URLS: 'http://b.test,http://c.test',
      SUPABASE_AUTH_EMAIL_MAX_FREQUENCY: '30s',
      SUPABASE_AUTH_EMAIL_SMTP_PASS: 'env(SECRET)',
      SECRET: 'from far',
      SUPABASE_AUTH_EXTERNAL_GITHUB_ENABLED: 'true',
      SUPABASE_AUTH_EXTERNAL_GITHUB_CLIENT_ID: '42',
      SUPABASE_FUNCTIONS_HELLO_VERIFY_JWT: '0',
      SUPABASE_API_MAX_ROWS: '7',
      // Empty, unknown to the CLI, and about a section or a key that the file does not have.
      SUPABASE_PROJECT_ID: '',
      SUPABASE_URL: 'http://localhost',
      SUPABASE_AUTH_EXTERNAL_GOOGLE_ENABLED: 'true',
      SUPABASE_AUTH_EXTERNAL_GITHUB_URL: 'http://github.test',
      SUPABASE_AUTH_CAPTCHA_ENABLED: 'true',
    })
    expect(config).toMatchObject({
      auth: {
        site_url: 'http://b.test',
        jwt_expiry: 240,
        enable_signup: false,
        additional_redirect_urls: ['http://b.test', 'http://c.test'],
        email: { max_frequency: '30s', smtp: { host: 'mail.test', pass: 'from far' } },
        external: { github: { enabled: true, client_id: '42', secret: 'file' } },
      },
      functions: { hello: { verify_jwt: false } },
      api: { max_rows: 7 },
    })
    expect(config.project_id).toBeUndefined()
    expect(config.auth).not.toHaveProperty('captcha.enabled', true)
    expect(config.auth).not.toHaveProperty('external.google')
    expect(config.auth).not.toHaveProperty('external.github.url')
    expect(variables).toContain('SUPABASE_AUTH_SITE_URL')
    const wrong = load('', { SUPABASE_AUTH_JWT_EXPIRY: 'soon' })
    await expect(wrong).rejects.toThrow('SUPABASE_AUTH_JWT_EXPIRY is wrong: ')
  })

  it('may begin with a byte order mark, and is refused by name in another encoding', async () => {
    expect((await load('\uFEFFproject_id = "acme"')).config.project_id).toBe('acme')
    await writeFile(join(dir, 'config.toml'), '\uFEFFproject_id = "acme"', 'utf16le')
    await expect(loadProject(dir, {})).rejects.toThrow(/config\.toml is UTF-16\. Save it as UTF-8\./)
  })

  it('lays engine.toml over it, which any project may have', async () => {
    await writeFile(
      join(dir, 'engine.toml'),
      '[api]\nmax_body_size = "1MiB"\nmax_rows = 5\n[auth]\nsite_url = "env(SITE)"',
    )
    const { config, misplacedSettings, variables } = await load('[api]\nmax_rows = 10\nschemas = ["public"]')
    expect(config.api).toEqual({ max_rows: 5, schemas: ['public'], max_body_size: '1MiB' })
    expect(config.auth.site_url).toBeUndefined()
    expect([misplacedSettings, variables]).toEqual([[], ['SITE']])

    await writeFile(join(dir, 'engine.toml'), '[api]\nmax_rows = "many"')
    await expect(load('[api]\nmax_rows = 10')).rejects.toThrow('engine.toml is wrong at api.max_rows')
    await writeFile(join(dir, 'engine.toml'), '[api')
    await expect(load('')).rejects.toThrow('engine.toml is not valid TOML in line 1: ')
  })

  it('names the settings of config.toml for which the CLI would refuse it, and which belong in engine.toml', async () => {
    const toml = '[api]\nmax_body_size = "1MiB"\nmax_row = 1\n[auth.email]\ninvitation_expiry = 60\n[studio]\nport = 1'
    expect(await load(toml)).toMatchObject({
      misplacedSettings: ['api.max_body_size', 'auth.email.invitation_expiry'],
      unknownSettings: ['api.max_row'],
    })
  })

  it('says in one line which folder, file or setting is wrong', async () => {
    await expect(loadProject(join(dir, 'nowhere'))).rejects.toThrow(
      `PROJECT_DIR should be a folder with a Supabase project in it, but there is no folder ${join(dir, 'nowhere')}.`,
    )
    await expect(loadProject(dir)).rejects.toThrow(`but there is no ${join(dir, 'config.toml')}.`)
    await expect(load('[auth]\njwt_expiry = "soon"')).rejects.toThrow('config.toml is wrong at auth.jwt_expiry')
    await expect(load('[auth.sms]\ntemplate = "{{ code }}"')).rejects.toThrow(
      'config.toml is wrong at auth.sms.template: line 1: {{ code }}: there is no function code.',
    )
    await expect(load('[auth')).rejects.toThrow('config.toml is not valid TOML in line 1: ')
    await expect(load('[auth')).rejects.toThrow(/^[^\n]+$/)
    await expect(load('[auth')).rejects.toBeInstanceOf(ConfigError)
  })
})
