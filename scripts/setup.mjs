/**
 * What every command needs before it can run: the dependencies and the built site.
 * Runs on the machine's own Node, whatever its version, before anything is installed; does nothing the second time.
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
/** The environment in which `node` and every installed command are ours. */
export const environment = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` }

const lockfile = join(root, 'package-lock.json')
/** What the build takes from elsewhere. */
const fillsSlots = ['scripts/fill-site.ts', 'server/website-facts.ts', 'engine/kernel/template.ts'].map((file) =>
  join(root, file),
)
const quietly = ['--no-audit', '--no-fund', '--loglevel=error']

/** `toRun`: only what a running Mainstreet needs, neither tests nor checks; where everything is installed it stays. */
export function setUp({ toRun = false } = {}) {
  const everything = hashOf([lockfile])
  const [fingerprint, less] = toRun ? [`${everything} to run`, ['--omit=dev']] : [everything, []]
  once({
    stamp: join(root, 'node_modules', '.installed'),
    fingerprint,
    suffices: everything,
    say: 'Installing the dependencies (once) …',
    work() {
      run('npm', ['ci', ...less, ...quietly], process.env, { says: 'what is wrong' })
      // For compiling add-ons, which nothing here does.
      const program = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
      dropFromModules(join('node/node_modules', program, 'include'))
      if (toRun) dropWhatDevelopersRead(join(root, 'node_modules'))
    },
  })
  once({
    stamp: join(root, 'web', 'build', '.built'),
    fingerprint: hashOf(whatTheSiteIsMadeOf()),
    say: 'Building the site …',
    work: () => run('npm', ['run', '--silent', 'build', '--workspace', 'web'], environment, { says: 'what is wrong' }),
  })
}

/** What Mainstreet is compared with, and the tools that measure it. */
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

/** A third of the packages would be type declarations, source maps and the TypeScript that the router could make use of. */
export function dropWhatDevelopersRead(modules) {
  for (const file of filesIn(modules)) if (isReadByDevelopers(file)) rmSync(file)
  for (const name of ['typescript', '@typescript', '.bin/tsc']) dropFromModules(name, modules)
}

/** Node runs no TypeScript below node_modules. Licences stay, whatever they are written in. */
export const isReadByDevelopers = (path) =>
  /\.([cm]?ts|map|flow|md|markdown)$/.test(path) && !/^(licen[cs]e|copying|notice)/i.test(basename(path))

/** The workspaces' own files are not among them: npm only links to their folders. */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(path)
    return entry.isFile() ? [path] : []
  })

const dropFromModules = (path, modules = join(root, 'node_modules')) =>
  rmSync(join(modules, path), { recursive: true, force: true })

/**
 * Runs a command to its end and stops this process with the command's code if it fails. Of one that says only what is wrong,
 * the standard output is not shown: npm and Vite list there what they made, and write warnings and errors beside it.
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

/** The site is built anew when one of them has changed. */
export const whatTheSiteIsMadeOf = () => [lockfile, ...fillsSlots, ...filesBelow(join(root, 'web'))]

/** Nothing that was made of the site, and no tests, which change nothing about it. */
export function filesBelow(folder) {
  const others = new Set(['build', 'node_modules', '.react-router', 'testing'])
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !others.has(name) && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]))
}
