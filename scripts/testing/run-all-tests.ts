import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startPostgres } from 'engine/testing'

const MAX_OUTPUT_LINES = 60
const FREE_SPACE_BYTES = 4 * 1024 ** 3

type Suite = {
  name: string
  command: string[]
  postgres?: true
  /** How many tests it runs at a time; one by default. */
  workers?: number
}

const vitest = (...projects: string[]) => ['vitest', 'run', ...projects.flatMap((name) => ['--project', name])]
const playwright = ['playwright', 'test', '--config', 'e2e/playwright.config.ts']

/**
 * Tests that need only one database: functions never speak to the database themselves, suites with a process of their
 * own bring their own database, and sign-in and files use plain statements. The methods of the client library use them
 * all; the suite `servers` tries each method on PostgreSQL.
 */
const sameOnBoth = [
  ...['functions', 'process', 'auth', 'storage', 'methods'].map((part) => `contract/${part}`),
  ...['cli', 'server', 'deploy'],
]

const without = (folders: readonly string[]) => folders.flatMap((folder) => ['--exclude', `**/${folder}/**`])
/** The packages stand outside of the engine's folder, where `**` does not lead. */
const withoutPackages = ['--exclude', '../packages/engine-{images,passkeys,recovery-codes,resumable,s3,saml}/**']

/** Suites of the installation's commands and of the schema states, which mostly wait for processes that they start. */
const ofOperations = ['cli', 'server', 'deploy', 'scripts/schema']

/** Wire tests that make installations of their own: several times as slow as those that share a server. */
const ofInstallations = ['backup', 'database', 'upgrade']
const ofProcesses = ['contract/process']
const inEngine = (folders: readonly string[]) => folders.map((folder) => `engine/${folder}/`)

/**
 * Five tests at a time keep two processors busy, since tests against a server wait half of the time. The next suite
 * starts when there is room for its workers. The longest come first, and last the units and the browser tests, which
 * keep both processors busy by themselves, so that no processor is idle at the end. A test that fails on a slow machine,
 * where even a unit may wait longer than the limit that it tries, is tried once more and listed at the end as flaky.
 */
const CONCURRENT_TESTS = 5
const suites: Suite[] = [
  {
    name: 'postgres',
    command: [...vitest('wire', 'isolation', 'limits'), ...without(sameOnBoth), ...withoutPackages, '--retry=1'],
    postgres: true,
  },
  { name: 'components', command: [...vitest('components'), '--retry=1'] },
  {
    name: 'isolation',
    command: [...vitest('isolation', 'limits'), ...without(ofOperations), '--retry=1'],
  },
  { name: 'operations', command: [...vitest('isolation'), ...ofOperations.map((room) => `${room}/`), '--retry=1'] },
  { name: 'installations', command: [...vitest('wire'), ...inEngine(ofInstallations), '--retry=1'] },
  { name: 'servers', command: [...vitest('balanced', '*servers'), '--retry=1'], postgres: true },
  { name: 'processes', command: [...vitest('wire'), ...inEngine(ofProcesses), '--retry=1'] },
  { name: 'wire', command: [...vitest('wire'), ...without([...ofInstallations, ...ofProcesses]), '--retry=1'] },
  { name: 'benches', command: ['node', 'scripts/testing/run-benches-once.ts'], workers: 2 },
  { name: 'units', command: [...vitest('engine', 'units', 'units-apart'), '--retry=1'], workers: 2 },
  { name: 'browser', command: [...playwright, '--retries=1'], workers: 2 },
]

const folder = temporaryFolder()
process.env.TMPDIR = folder
/** The databases that many tests begin with are made once for all suites (engine/testing/migrated-database.ts). */
process.env.KEPT_DATABASES = join(folder, 'kept')
mkdirSync(process.env.KEPT_DATABASES)
/** What one process has compiled, the others load. */
process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/compiled')
/** Where each suite records tests that failed and then passed. */
const flakyTests = join(folder, 'flaky')
writeFileSync(flakyTests, '')

const failed: { name: string; complaints: string }[] = []
// All suites run even after one has failed.
const running = new Set<Promise<void>>()
let free = CONCURRENT_TESTS
for (const suite of suites) {
  const { workers = 1 } = suite
  while (free < workers) await Promise.race(running)
  free -= workers
  const run = runSuite(suite).then(() => {
    free += workers
    running.delete(run)
  })
  running.add(run)
}
await Promise.all(running)
// Failures are repeated at the end, since a thousand lines may follow the first.
for (const { name, complaints } of failed) console.error(`\n✘ Failed: ${name}\n${complaints}`)
const flaky = readFileSync(flakyTests, 'utf8').split('\n').filter(Boolean)
rmSync(folder, { recursive: true })
console.log(`\nFlaky, which failed and then passed: ${flaky.length}${flaky.map((name) => `\n  ${name}`).join('')}`)
process.exit(failed.length > 0 ? 1 : 0)

/** Uses memory if there is room: the tests create and delete hundreds of databases. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), 'mainstreet-test-'))
  // PostgreSQL does not run as root, and needs access to its own folder in here.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > FREE_SPACE_BYTES
  } catch {
    return false
  }
}

async function runSuite({ name, command, postgres }: Suite) {
  console.log(`▶ ${name}`)
  const server = postgres ? await startPostgres() : undefined
  const started = Date.now()
  const { ok, complaints } = await run(name, command, {
    FLAKY_TESTS: flakyTests,
    ...(server && { TEST_POSTGRES_URL: server.url }),
  })
  await server?.stop()
  console.log(`${ok ? '✔' : '✘'} ${name} (${Math.round((Date.now() - started) / 1000)} s)`)
  if (!ok) failed.push({ name, complaints })
}

/** Runs a suite and prints its output, each line under the suite's name; `complaints` are its last lines on stderr. */
async function run(name: string, [command = '', ...args]: string[], env: Record<string, string>) {
  const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const complaints: string[] = []
  createInterface(child.stdout).on('line', (line) => console.log(`${name} │ ${line}`))
  createInterface(child.stderr).on('line', (line) => {
    console.error(`${name} │ ${line}`)
    complaints.push(line)
    complaints.splice(0, complaints.length - MAX_OUTPUT_LINES)
  })
  const [code] = await once(child, 'close')
  return { ok: code === 0, complaints: complaints.join('\n') }
}
