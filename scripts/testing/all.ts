import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../engine/testing/postgres.ts'

const COMPLAINT_LINES = 60

const without = (...projects: string[]) => projects.flatMap((name) => ['--project', `!${name}`])

/** Functions never speak to the database themselves, and what needs a process of its own brings its own database. */
const sameOnBoth = ['functions', 'process'].flatMap((folder) => ['--exclude', `**/contract/${folder}/**`])

/** Runs every suite; a failing one does not hide what the others would have said. */
const steps: { name: string; command: string[]; postgres?: true }[] = [
  {
    name: 'Units, components, wire tests, isolation and limits, on the embedded database',
    command: ['vitest', 'run', ...without('*servers', 'balanced')],
  },
  {
    name: 'Wire tests, isolation and limits on PostgreSQL, and several servers',
    command: ['vitest', 'run', ...without('units', 'engine', 'components'), ...sameOnBoth],
    postgres: true,
  },
  { name: 'The specification, in a browser', command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'] },
]

/** Where each suite writes what failed and then passed. */
const folder = mkdtempSync(join(tmpdir(), 'mainstreet-flaky-'))
const flakyTests = join(folder, 'names')
writeFileSync(flakyTests, '')

const failed: { name: string; complaints: string }[] = []
for (const { name, command, postgres } of steps) {
  console.log(`\n▶ ${name}`)
  const server = postgres ? await startPostgres() : undefined
  const started = Date.now()
  const { ok, complaints } = await run(command, {
    FLAKY_TESTS: flakyTests,
    ...(server && { TEST_POSTGRES_URL: server.url }),
  })
  await server?.stop()
  console.log(`${ok ? '✔' : '✘'} ${name} (${Math.round((Date.now() - started) / 1000)} s)`)
  if (!ok) failed.push({ name, complaints })
}
// A thousand lines of what passed may stand between here and what failed first.
for (const { name, complaints } of failed) console.error(`\n✘ Failed: ${name}\n${complaints}`)
const flaky = readFileSync(flakyTests, 'utf8').split('\n').filter(Boolean)
rmSync(folder, { recursive: true })
console.log(`\nFlaky, which failed and then passed: ${flaky.length}${flaky.map((name) => `\n  ${name}`).join('')}`)
process.exit(failed.length > 0 ? 1 : 0)

/** Runs it in view of whoever watches; `complaints` are the last lines that it wrote to stderr. */
async function run([command = '', ...args]: string[], env: Record<string, string>) {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'pipe'], env: { ...process.env, ...env } })
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    process.stderr.write(chunk)
    complaints = (complaints + chunk).split('\n').slice(-COMPLAINT_LINES).join('\n')
  })
  const [code] = await once(child, 'close')
  return { ok: code === 0, complaints }
}
