import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from './postgres.ts'

/** Runs every suite; a failing one does not hide what the others would have said. */
const steps: { name: string; command: string[]; postgres?: true }[] = [
  {
    name: 'Units, wire tests, isolation and limits, on the embedded database',
    command: ['vitest', 'run', '--project', '!servers', '--project', '!balanced'],
  },
  {
    name: 'Wire tests, isolation and limits on PostgreSQL, and several servers',
    command: ['vitest', 'run', '--project', '!units'],
    postgres: true,
  },
  { name: 'The specification, in a browser', command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'] },
]

const failed: string[] = []
for (const { name, command, postgres } of steps) {
  console.log(`\n▶ ${name}`)
  const server = postgres ? await startPostgres() : undefined
  const started = Date.now()
  const ok = await succeeds(command, server ? { TEST_POSTGRES_URL: server.url } : {})
  await server?.stop()
  console.log(`${ok ? '✔' : '✘'} ${name} (${Math.round((Date.now() - started) / 1000)} s)`)
  if (!ok) failed.push(name)
}
if (failed.length > 0) console.error(`\nFailed: ${failed.join('; ')}`)
process.exit(failed.length > 0 ? 1 : 0)

async function succeeds([command = '', ...args]: string[], env: Record<string, string>) {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = await once(child, 'exit')
  return code === 0
}
