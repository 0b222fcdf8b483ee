import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConfigError } from './config/environment-variables.ts'
import { loadPackage, packageFolder } from './optional-package.ts'

const missing = { name: 'engine-nowhere', provides: 'nothing', requiredBy: 'config.toml ([auth.nothing])' }

it('a package is found by its name, and what it exports as its feature is loaded', async () => {
  expect(existsSync(join(packageFolder({ name: 'zod' }) ?? '', 'package.json'))).toBe(true)
  // It exports none.
  expect(await loadPackage({ ...missing, name: 'zod' })).toBeUndefined()
})

it('one that is missing is named in a line that says what to install', async () => {
  expect(packageFolder(missing)).toBeUndefined()
  const loading = loadPackage(missing)
  await expect(loading).rejects.toThrow(ConfigError)
  await expect(loading).rejects.toThrow(
    'config.toml ([auth.nothing]) asks for nothing: run npm install engine-nowhere.',
  )
})
