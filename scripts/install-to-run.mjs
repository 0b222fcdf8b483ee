/**
 * `install-to-run.mjs OPTION…`: installs what a server needs, with these options of npm. Runs on any version of Node.
 *
 * Node 24 is installed at the same time in a folder of its own, and then moved: its package downloads the program, a
 * quarter of all that is downloaded, by a script, and npm runs scripts only after it has installed everything else.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const apart = join(root, '.setup')
const options = process.argv.slice(2)
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const program = packages['node_modules/node']

if (program === undefined) process.exit(await npm(['ci', '--ignore-scripts', ...options], root))
const [forPackages, forNode] = await Promise.all([
  npm(['ci', '--ignore-scripts', ...options], root),
  installNode(program.version),
])
if (forPackages !== 0) process.exit(forPackages)
if (forNode === 0) moveNode()
rmSync(apart, { recursive: true, force: true })
if (forNode !== 0) process.exit(await npm(['rebuild', 'node'], root))

function installNode(version) {
  rmSync(apart, { recursive: true, force: true })
  mkdirSync(apart)
  const project = { private: true, dependencies: { node: version }, allowScripts: { node: true } }
  writeFileSync(join(apart, 'package.json'), JSON.stringify(project))
  return npm(['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'], apart)
}

function moveNode() {
  const [from, to] = [apart, root].map((folder) => join(folder, 'node_modules'))
  rmSync(join(to, 'node'), { recursive: true, force: true })
  renameSync(join(from, 'node'), join(to, 'node'))
  cpSync(join(from, '.bin'), join(to, '.bin'), { recursive: true, verbatimSymlinks: true })
}

/** Runs npm in a folder and resolves with its exit code. */
function npm(args, cwd) {
  const child = spawn('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', (error) => {
      console.error(`npm could not be started: ${error.message}`)
      resolve(1)
    })
  })
}
