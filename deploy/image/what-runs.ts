import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { z } from 'zod'
import { isReadByDevelopers } from '../../scripts/setup.mjs'

// What a running Mainstreet needs of this repository and of its dependencies.

/** Files and folders that the server and its commands are made of. */
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
  'engine/packing',
  'engine/sample-projects',
  'supabase/demo',
  'web/build/server',
])
const wireTests = /^packages\/[^/]+\/contract$/
const namesLeftOut = new Set(['node_modules', 'testing', '.react-router'])
const filesOfOthers =
  /\.(test|contract|servers|limits)\.tsx?$|\.md$|\.tsbuildinfo$|^(tsconfig\.json|vitest\.config\.ts)$/

/** Whether a path below `sources` can be left out. */
export function isLeftOut(path: string): boolean {
  const name = basename(path)
  if (foldersLeftOut.has(path) || wireTests.test(path) || namesLeftOut.has(name) || filesOfOthers.test(name))
    return true
  // Of the pages' sources the server reads names, prices and facts, and no picture and no screen.
  if (path.startsWith('web/') && !path.startsWith('web/build') && !['.ts', ''].includes(extname(name))) return true
  return path.includes('/') && isLeftOut(dirname(path))
}

/** A path inside a package that only those need who work on it. */
export const isForDevelopers = (path: string) =>
  isReadByDevelopers(path) || /^(test|tests|examples|benchmark|benchmarks|\.github)(\/|$)/.test(path)

/**
 * The folders below `root` that hold what the packages in `starts` depend on, as Node looks for it. What is installed is more:
 * a workspace's neighbours bring theirs along.
 */
export function packagesOf(root: string, starts: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (folder: string) => {
    for (const name of dependenciesIn(join(root, folder, 'package.json'))) {
      const inside = lookUp(root, folder, name)
      if (inside === undefined || found.has(inside)) continue
      found.add(inside)
      // A workspace is where its link leads.
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
  // The npm package `node` is a whole Node, which an image has already.
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
