import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { z } from 'zod'
import { isDeveloperFile } from '../../scripts/setup.mjs'

// What a running Mainstreet needs of this repository and of its dependencies.

/** Files and folders of the server and its commands. */
export const sources = [
  'LICENSE',
  'package.json',
  'main.ts',
  'mainstreet.mjs',
  'cli',
  'deploy/image/is-healthy.mjs',
  'engine',
  'server',
  'scripts/processes.mjs',
  'scripts/setup.mjs',
  'supabase',
  'web',
]

const foldersLeftOut = new Set([
  'engine/bench',
  'engine/contract',
  'engine/docs',
  'engine/sample-projects',
  'supabase/demo',
  'web/build/server',
])
const wireTests = /^packages\/[^/]+\/contract$/
const namesLeftOut = new Set(['node_modules', 'testing', '.react-router'])
const filesOfOthers =
  /\.(test|contract|servers|limits)\.tsx?$|\.md$|\.tsbuildinfo$|^(tsconfig\.json|vitest\.config\.ts)$/

/** Whether a path below `sources` is not needed at run time. */
export function isLeftOut(path: string): boolean {
  const name = basename(path)
  if (foldersLeftOut.has(path) || wireTests.test(path) || namesLeftOut.has(name) || filesOfOthers.test(name))
    return true
  // The server reads names, prices and facts from the sources of the pages, but no pictures or components.
  if (path.startsWith('web/') && !path.startsWith('web/build') && !['.ts', ''].includes(extname(name))) return true
  return path.includes('/') && isLeftOut(dirname(path))
}

/** Whether a path inside a package matters to developers only. */
export const isForDevelopers = (path: string) =>
  isDeveloperFile(path) || /^(test|tests|examples|benchmark|benchmarks|\.github)(\/|$)/.test(path)

/**
 * Folders below `root` of the packages that `starts` depend on, resolved as Node does. More than these is installed:
 * the other workspaces bring their own.
 */
export function packagesOf(root: string, starts: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (folder: string) => {
    for (const name of dependenciesIn(join(root, folder, 'package.json'))) {
      const inside = lookUp(root, folder, name)
      if (inside === undefined || found.has(inside)) continue
      found.add(inside)
      // A workspace is a symbolic link to its folder.
      visit(relative(root, realpathSync(join(root, inside))))
    }
  }
  for (const start of starts) visit(start)
  return [...found]
}

/** The parts of the engine among these packages: folders of this repository that package.json names, and npm links to. */
export const partsOfEngine = (root: string, packages: readonly string[]): string[] =>
  packages
    .map((folder) => relative(realpathSync(root), realpathSync(join(root, folder))))
    .filter((folder) => folder.startsWith('packages/'))

const names = z.record(z.string(), z.unknown()).default({})
const packageJson = z.object({
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
})

function dependenciesIn(file: string): string[] {
  const json = packageJson.parse(JSON.parse(readFileSync(file, 'utf8')))
  const peers = Object.keys(json.peerDependencies).filter((name) => !json.peerDependenciesMeta[name]?.optional)
  // The npm package `node` contains a whole Node, which the image already has.
  return [...Object.keys({ ...json.dependencies, ...json.optionalDependencies }), ...peers].filter(
    (name) => name !== 'node',
  )
}

function lookUp(root: string, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const inside = join(folder, 'node_modules', name)
    if (existsSync(join(root, inside, 'package.json'))) return inside
    if (folder === '.') return undefined
  }
}
