import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { isForDevelopers, isLeftOut, packagesOf, partsOfEngine, sources } from './runtime-files.ts'

const root = join(import.meta.dirname, '../..')

const imports = /^(?:import|export)(?! type)[^']*? from '((?:\.|engine\b)[^']*)'|import\('(\.[^']+)'\)/gm
const doors = z
  .object({ exports: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'engine/package.json'), 'utf8'))).exports

/** Resolves an import to a file. */
function fileOf(from: string, specifier: string): string {
  const door = doors[specifier.replace(/^engine/, '.')]
  return specifier.startsWith('engine') ? join('engine', door ?? specifier) : join(dirname(from), specifier)
}

it('leaves out nothing that the server or a command imports', () => {
  const seen = new Set<string>()
  const follow = (from: string) => {
    if (seen.has(from)) return
    seen.add(from)
    const source = readFileSync(join(root, from), 'utf8')
    for (const [, always, later = ''] of source.matchAll(imports)) {
      const path = fileOf(from, always ?? later)
      // Comments may mention imports of files that do not exist.
      if (existsSync(join(root, path))) follow(path)
    }
  }
  for (const entry of ['main.ts', 'cli/main.ts', 'engine/database/embedded/database-worker.ts']) follow(entry)
  expect(seen.size).toBeGreaterThan(500)
  expect([...seen]).toEqual(expect.arrayContaining(['engine/doors/engine.ts', 'engine/backup/restore-backup.ts']))
  const isTaken = (path: string) =>
    sources.some((source) => path === source || path.startsWith(`${source}/`)) && !isLeftOut(path)
  expect([...seen].filter((path) => !isTaken(path))).toEqual([])
})

it('takes what is served, applied and run, and no tests', () => {
  const taken = ['web/build/client/index.html', 'web/agency.ts', 'supabase/migrations/1.sql', 'engine/auth/sso.sql']
  const others = [
    'engine/auth/token.test.ts',
    'engine/testing/start-redis.ts',
    'web/portal/home.tsx',
    'supabase/demo/files/a.pdf',
  ]
  expect([...taken, ...others].filter(isLeftOut)).toEqual(others)
})

it('takes the packages that the server imports, and none of those that build the pages', () => {
  const found = packagesOf(root, ['.', 'engine', 'supabase'])
  const needed = ['fastify', 'ws', '@supabase/supabase-js', '@electric-sql/pglite', 'find-my-way']
  expect(found).toEqual(expect.arrayContaining(needed.map((name) => `node_modules/${name}`)))
  for (const name of ['vite', 'react-dom', 'typescript', 'vitest', 'node']) {
    expect(existsSync(join(root, 'node_modules', name))).toBe(true)
    expect(found).not.toContain(`node_modules/${name}`)
  }
  expect(
    ['dist/index.js', 'dist/index.d.ts', 'dist/index.js.map', 'test/index.js'].filter(isForDevelopers),
  ).toHaveLength(3)
})

it('takes a part of the engine along where package.json names it, with what that depends on and without its tests', async () => {
  const home = await mkdtemp(join(tmpdir(), 'what-runs-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const write = async (folder: string, dependencies: Record<string, string>) => {
    await mkdir(join(home, folder), { recursive: true })
    await writeFile(join(home, folder, 'package.json'), JSON.stringify({ dependencies }))
  }
  await write('.', { 'engine-saml': '*', fastify: '*' })
  await write('packages/engine-saml', { xmldom: '*' })
  for (const name of ['fastify', 'xmldom']) await write(`node_modules/${name}`, {})
  await symlink('../packages/engine-saml', join(home, 'node_modules/engine-saml'))

  const found = packagesOf(home, ['.'])
  expect(found.toSorted()).toEqual(['node_modules/engine-saml', 'node_modules/fastify', 'node_modules/xmldom'])
  expect(partsOfEngine(home, found)).toEqual(['packages/engine-saml'])
  expect(partsOfEngine(root, packagesOf(root, ['.', 'engine', 'supabase'])).toSorted()).toEqual([
    'packages/engine-bucket',
    'packages/engine-go-template',
    'packages/engine-images',
    'packages/engine-import',
    'packages/engine-openapi',
    'packages/engine-postgres-socket',
    'packages/engine-providers',
    'packages/engine-recovery-codes',
    'packages/engine-redis',
    'packages/engine-resumable',
  ])
  const files = ['feature.ts', 'schemas/1_providers.sql', 'sso.test.ts', 'contract/sso-scene.ts']
  expect(files.filter((file) => !isLeftOut(`packages/engine-saml/${file}`))).toEqual(files.slice(0, 2))
})
