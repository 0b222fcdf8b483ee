/**
 * Installs the dependencies and builds the site, which every command needs first. Runs on any version of Node before
 * anything is installed; does nothing if all is current.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
export const binaries = join(root, 'node_modules', '.bin')
/** Node 24, which comes with the dependencies. */
export const node = join(binaries, 'node')
/** The environment in which `node` and the installed commands are those of the dependencies. */
export const environment = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` }

const lockfile = join(root, 'package-lock.json')
/** Files outside web/ that the build of the site uses. */
const fillsSlots = [
  'scripts/fill-page-slots.ts',
  'server/website-facts.ts',
  'packages/engine-go-template/go-template.ts',
].map((file) => join(root, file))
const quietly = ['--no-audit', '--no-fund', '--loglevel=error']

/**
 * With `toRun`, installs only what a running Mainstreet needs, neither tests nor checks; a full installation stays as
 * it is.
 */
export function setUp({ toRun = false } = {}) {
  const everything = hashOf([lockfile])
  const [fingerprint, less] = toRun ? [`${everything} to run`, onlyWhatRuns()] : [everything, []]
  once({
    stamp: join(root, 'node_modules', '.installed'),
    fingerprint,
    suffices: everything,
    say: 'Installing the dependencies (once) …',
    work() {
      const [command, ...args] = toRun ? ['node', join(root, 'scripts/install-to-run.mjs'), ...less] : ['npm', 'ci']
      run(command, [...args, ...quietly], process.env, { says: 'what is wrong' })
      // C headers for compiling add-ons, of which there are none.
      const program = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
      dropFromModules(join('node/node_modules', program, 'include'))
      if (toRun) removeDeveloperFiles(join(root, 'node_modules'))
    },
  })
  once({
    stamp: join(root, 'web', 'build', '.built'),
    fingerprint: hashOf(siteSources()),
    say: 'Building the site …',
    work: () => run('npm', ['run', '--silent', 'build', '--workspace', 'web'], environment, { says: 'what is wrong' }),
  })
}

/** The options of npm that leave out tools, tests, and packages of the engine that neither it nor package.json names. */
export function onlyWhatRuns() {
  const named = ['package.json', 'engine/package.json'].flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(root, file), 'utf8')).dependencies),
  )
  const packages = named.map((name) => `packages/${name}`)
  const workspaces = ['web', 'supabase', 'engine', ...packages.filter((folder) => existsSync(join(root, folder)))]
  return ['--omit=dev', '--include-workspace-root', ...workspaces.map((folder) => `--workspace=${folder}`)]
}

/** Installs the packages that the benchmarks compare Mainstreet with, and the tools that measure. */
export function setUpBenches() {
  setUp()
  for (const bench of [join(root, 'bench'), join(root, 'engine', 'bench')]) {
    once({
      stamp: join(bench, 'node_modules', '.installed'),
      fingerprint: hashOf([join(bench, 'package-lock.json')]),
      say: 'Installing what the benches compare with (once) …',
      work: () => run('npm', ['ci', '--prefix', bench, ...quietly], process.env, { says: 'what is wrong' }),
    })
  }
}

/** Removes type declarations, source maps and the router's optional TypeScript, a third of the packages' size. */
export function removeDeveloperFiles(modules) {
  for (const file of filesIn(modules)) if (isDeveloperFile(file)) rmSync(file)
  for (const name of ['typescript', '@typescript', '.bin/tsc']) dropFromModules(name, modules)
}

/** Node does not run TypeScript below node_modules. Licences stay, whatever their format. */
export const isDeveloperFile = (path) =>
  /\.([cm]?ts|map|flow|md|markdown)$/.test(path) && !/^(licen[cs]e|copying|notice)/i.test(basename(path))

/** The files of installed packages, without the workspaces, which npm only links. */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(path)
    return entry.isFile() ? [path] : []
  })

const dropFromModules = (path, modules = join(root, 'node_modules')) =>
  rmSync(join(modules, path), { recursive: true, force: true })

/**
 * Runs a command to its end, and exits with its code if it fails. With `says` 'problems' its standard output is hidden:
 * npm and Vite list there what they made, and print warnings and errors on standard error.
 */
export function run(command, args, env = environment, { says = 'everything' } = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['inherit', says === 'everything' ? 'inherit' : 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (error) console.error(`${command} could not be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

function once({ stamp, fingerprint, suffices = fingerprint, say, work }) {
  if (existsSync(stamp) && [fingerprint, suffices].includes(readFileSync(stamp, 'utf8'))) return
  console.log(say)
  const since = performance.now()
  work()
  console.log(`Done in ${Math.ceil((performance.now() - since) / 1000)} s.`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, fingerprint)
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** The site is rebuilt if one of these files has changed. */
export const siteSources = () => [lockfile, ...fillsSlots, ...filesBelow(join(root, 'web'))]

/** Files below a folder, without build results and tests, which do not affect the site. */
export function filesBelow(folder) {
  const others = new Set(['build', 'node_modules', '.react-router', 'testing'])
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !others.has(name) && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]))
}
