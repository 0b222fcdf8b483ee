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
    await expect(load('[auth')).rejects.toThrow('config.toml is not valid TOML in line 1: ')
    await expect(load('[auth')).rejects.toThrow(/^[^\n]+$/)
    await expect(load('[auth')).rejects.toBeInstanceOf(ConfigError)
  })
})
