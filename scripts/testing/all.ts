import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startPostgres } from 'engine/testing'

const COMPLAINT_LINES = 60
const ROOM_BYTES = 4 * 1024 ** 3

type Suite = { name: string; command: string[]; postgres?: true }

const vitest = (...projects: string[]) => ['vitest', 'run', ...projects.flatMap((name) => ['--project', name])]
const playwright = ['playwright', 'test', '--config', 'e2e/playwright.config.ts']

/**
 * Functions never speak to the database themselves, and what needs a process of its own brings its own database. Signing in
 * and files are plain statements, of which both databases run those that each method of the client makes.
 */
const sameOnBoth = [
  'contract/functions',
  'contract/process',
  'contract/auth',
  'contract/storage',
  'storage/images',
  'storage/s3',
  'cli',
  'server',
  'deploy',
]

const without = (folders: readonly string[]) => folders.flatMap((folder) => ['--exclude', `**/${folder}/**`])

/** What this installation's own commands do, and the states of the schema: each mostly waits for processes that it starts. */
const ofOperations = ['cli', 'server', 'deploy', 'scripts/schema']

/**
 * Four at a time keep two processors busy, since whoever speaks to a server waits for it for half of the time. The next one
 * starts where one ends. The browser's tests are last, since they alone keep both processors busy for minutes: whatever else
 * ends late, nothing works on one processor while the other is idle.
 *
 * Of whoever speaks to a server or draws in a browser, one of thousands that stumbles over a slow machine does not stop a
 * change: here it is tried once more, named at the end, and to be mended.
 */
const SIDE_BY_SIDE = 4
const suites: Suite[] = [
  { name: 'units', command: vitest('engine', 'units', 'units-apart') },
  {
    name: 'postgres',
    command: [...vitest('wire', 'isolation', 'limits', 'balanced', '*servers'), ...without(sameOnBoth), '--retry=1'],
    postgres: true,
  },
  { name: 'wire', command: [...vitest('wire'), '--retry=1'] },
  { name: 'components', command: [...vitest('components'), '--retry=1'] },
  { name: 'operations', command: [...vitest('isolation'), ...ofOperations.map((folder) => `${folder}/`), '--retry=1'] },
  { name: 'isolation', command: [...vitest('isolation', 'limits'), ...without(ofOperations), '--retry=1'] },
  { name: 'browser', command: [...playwright, '--retries=1'] },
]

const folder = temporaryFolder()
process.env.TMPDIR = folder
/** Where each suite writes what failed and then passed. */
const flakyTests = join(folder, 'flaky')
writeFileSync(flakyTests, '')

const failed: { name: string; complaints: string }[] = []
// A failing suite does not hide what the others would have said.
const waiting = suites.values()
await Promise.all(
  Array.from({ length: SIDE_BY_SIDE }, async () => {
    for (const suite of waiting) await runSuite(suite)
  }),
)
// A thousand lines of what passed may stand between here and what failed first.
for (const { name, complaints } of failed) console.error(`\n✘ Failed: ${name}\n${complaints}`)
const flaky = readFileSync(flakyTests, 'utf8').split('\n').filter(Boolean)
rmSync(folder, { recursive: true })
console.log(`\nFlaky, which failed and then passed: ${flaky.length}${flaky.map((name) => `\n  ${name}`).join('')}`)
process.exit(failed.length > 0 ? 1 : 0)

/** In memory where there is room for it: hundreds of databases are made there and thrown away. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), 'mainstreet-test-'))
  // PostgreSQL does not run as root, and must find its own folder in here.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ROOM_BYTES
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

/** Runs it in view of whoever watches, each line under the suite's name; `complaints` are its last lines on stderr. */
async function run(name: string, [command = '', ...args]: string[], env: Record<string, string>) {
  const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const complaints: string[] = []
  createInterface(child.stdout).on('line', (line) => console.log(`${name} │ ${line}`))
  createInterface(child.stderr).on('line', (line) => {
    console.error(`${name} │ ${line}`)
    complaints.push(line)
    complaints.splice(0, complaints.length - COMPLAINT_LINES)
  })
  const [code] = await once(child, 'close')
  return { ok: code === 0, complaints: complaints.join('\n') }
}
