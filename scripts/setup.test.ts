import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { isDeveloperFile, onlyWhatRuns, removeDeveloperFiles, root, siteSources } from './setup.mjs'

const home = mkdtempSync(join(tmpdir(), 'setup-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('builds the site anew when prices, pages or what fills their slots have changed, and not for tests', () => {
  const names = siteSources().map((file) => relative(root, file))
  const some = ['web/agency.ts', 'web/app.css', 'web/routes.ts', 'server/website-facts.ts', 'package-lock.json']
  expect(names).toEqual(expect.arrayContaining(some))
  expect(names.filter((name) => /\.test\.|^web\/(build|testing)\//.test(name))).toEqual([])
})

it('keeps the code, the data and the licences of packages, and leaves the folders alone that they link to', () => {
  const kept = ['a/index.js', 'a/package.json', 'LICENSE.md', 'a/deep/b/data.json', 'NOTICE.md', 'typed/b.mjs']
  const dropped = [
    'README.md',
    'a/index.d.ts',
    'a/index.js.map',
    'a/deep/b/index.d.mts',
    'a/index.js.flow',
    'typescript/lib/tsc.js',
  ]
  const modules = join(home, 'node_modules')
  for (const name of [...kept, ...dropped, '../web/agency.ts']) write(join(modules, name), '')
  symlinkSync('../web', join(modules, 'web'))
  removeDeveloperFiles(modules)
  expect(kept.filter((name) => !existsSync(join(modules, name)))).toEqual([])
  expect(dropped.filter((name) => existsSync(join(modules, name)))).toEqual([])
  expect(existsSync(join(home, 'web/agency.ts'))).toBe(true)
})

it('installs the packages of the engine that package.json names, and no others', () => {
  const options = onlyWhatRuns()
  expect(options).toEqual(
    expect.arrayContaining(['--omit=dev', '--workspace=web', '--workspace=packages/engine-images']),
  )
  expect(options.filter((option) => /saml|e2e/.test(option))).toEqual([])
})

it('takes less than 370 MB for what runs; with 10 MB that Node keeps compiled, that is 380', () => {
  const lock = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })) })
  const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const isTopmost = (path: string) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path)
  const folders = Object.entries(packages)
    .filter(([path, { dev }]) => isTopmost(path) && !dev && !/^node_modules\/@?typescript\b/.test(path))
    .map(([path]) => join(root, path))
    .filter((folder) => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory())
  expect(folders.length).toBeGreaterThan(200)
  const megabytes = diskSpaceOf(folders) / 1024 ** 2
  expect(megabytes).toBeLessThan(370)
  expect(megabytes, 'or Node is not among them').toBeGreaterThan(200)
})

it('installs one exact version of PGlite, since the engine knows names inside of its binary', () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8')))
  for (const file of ['package.json', 'engine/package.json', 'engine/bench/package.json']) {
    const text = readFileSync(join(root, file), 'utf8')
    expect(Array.from(text.matchAll(/"@electric-sql\/pglite": "(.*)"/g), ([, named]) => named)).toContain(version)
    expect(text).not.toMatch(/"@electric-sql\/pglite": "\D/)
  }
})

it('says in four lines what is installed and built, and nothing the second time; what is wrong is shown', () => {
  const clone = join(home, 'clone')
  const files = [
    'package-lock.json',
    'scripts/fill-page-slots.ts',
    'server/website-facts.ts',
    'packages/engine-go-template/go-template.ts',
    'web/a',
  ]
  for (const file of files) write(join(clone, file), '{ "packages": {} }')
  for (const folder of ['.', 'engine']) write(join(clone, folder, 'package.json'), '{ "dependencies": {} }')
  for (const file of ['scripts/setup.mjs', 'scripts/install-to-run.mjs']) cpSync(join(root, file), join(clone, file))
  const npm = `#!/bin/sh\nmkdir -p node_modules\nseq 200\necho "a warning of $1" >&2\nexit $FAILS_WITH\n`
  write(join(clone, 'bin/npm'), npm, 0o755)
  const setUp = (FAILS_WITH = '0') => {
    const program = "const { setUp } = await import('./scripts/setup.mjs'); setUp({ toRun: true })"
    const env = { ...process.env, PATH: `${join(clone, 'bin')}:${process.env.PATH}`, FAILS_WITH }
    const options = { cwd: clone, env, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync('node', ['--input-type=module', '--eval', program], options)
    return { status, stdout: stdout.trim().split('\n'), stderr: stderr.trim().split('\n') }
  }

  expect(setUp('7')).toMatchObject({ status: 7, stderr: ['a warning of ci'] })
  const took = expect.stringMatching(/^Done in \d+ s\.$/)
  expect(setUp()).toEqual({
    status: 0,
    stdout: ['Installing the dependencies (once) …', took, 'Building the site …', took],
    stderr: ['a warning of ci', 'a warning of run'],
  })
  expect(setUp()).toEqual({ status: 0, stdout: [''], stderr: [''] })
})

it('installs Node at the same time as the packages, and moves it to its place', () => {
  const clone = join(home, 'clone-with-node')
  write(join(clone, 'package-lock.json'), '{ "packages": { "node_modules/node": { "version": "24.1.0" } } }')
  cpSync(join(root, 'scripts/install-to-run.mjs'), join(clone, 'scripts/install-to-run.mjs'))
  // Each of the two waits until the other one has begun.
  const npm = `#!/bin/sh
    mkdir -p node_modules/.bin node_modules/node/bin
    other=../node_modules
    [ "$1" = ci ] && other=.setup/node_modules
    until [ -d "$other" ]; do sleep 0.05; done
    [ "$1" = ci ] && exit
    grep -o 24.1.0 package.json > node_modules/node/bin/node
    ln -s ../node/bin/node node_modules/.bin/node`
  write(join(clone, 'bin/npm'), npm, 0o755)
  const env = { ...process.env, PATH: `${join(clone, 'bin')}:${process.env.PATH}` }
  const { status } = spawnSync('node', ['scripts/install-to-run.mjs'], { cwd: clone, env })
  expect(status).toBe(0)
  expect(readFileSync(join(clone, 'node_modules/.bin/node'), 'utf8')).toBe('24.1.0\n')
  expect(existsSync(join(clone, '.setup'))).toBe(false)
})

function write(file: string, text: string, mode = 0o644) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode })
}

/** The disk space in bytes; files occupy whole blocks, and a file with two names counts once. */
function diskSpaceOf(folders: readonly string[]): number {
  const seen = new Set<number>()
  const blocksOf = (path: string): number => {
    const stats = lstatSync(path)
    const { ino, blocks } = stats
    if (seen.has(ino) || isDeveloperFile(path)) return 0
    seen.add(ino)
    if (!stats.isDirectory()) return blocks
    return readdirSync(path).reduce((sum, name) => sum + blocksOf(join(path, name)), blocks)
  }
  return folders.reduce((sum, folder) => sum + blocksOf(folder), 0) * 512
}
