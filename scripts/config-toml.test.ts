import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadProject } from 'engine/config'
import { layersFor } from 'engine/testing'
import { expect, it } from 'vitest'
import { projectDir } from './schema/project-sql.ts'

it('has nothing in config.toml that the Supabase CLI does not know or cannot parse, since it refuses the file then', async () => {
  expect((await loadProject(projectDir, {})).refusedSettings).toEqual([])
})

it('has nothing in either file that the engine does not know', async () => {
  const { unknownSettings, misplacedSettings } = await loadProject(projectDir, {})
  expect([unknownSettings, misplacedSettings]).toEqual([[], []])
})

it('has no function whose tokens the platform looks at, since a key of the newer form is none', async () => {
  const functions = readdirSync(join(projectDir, 'functions')).filter(
    (name) => /^\w[\w-]*$/.test(name) && !name.startsWith('_'),
  )
  const { config } = await loadProject(projectDir, {})
  expect(functions.filter((name) => config.functions[name]?.verify_jwt !== false)).toEqual([])
})

it('tells hosted Supabase where the site is by SITE_URL alone, and leaves the mail server of its dashboard as it is', async () => {
  const config = readFileSync(join(projectDir, 'config.toml'), 'utf8')
  expect(config).toMatch(/^site_url = "env\(SITE_URL\)"$/m)
  // Hosted Supabase ignores the dashboard's mail settings where config.toml has this section, even an empty one.
  expect(config).not.toContain('[auth.email.smtp]')
  // The engine uses its own address while the variable is unset.
  expect((await loadProject(projectDir, {})).config.auth.site_url).toBeUndefined()
})

it('has functions that the engine runs without its layer of Deno', async () => {
  expect(await layersFor(join(projectDir, 'functions'), [])).toEqual([])
})
