/**
 * Runs the engine's wire tests on a PostgreSQL of its own, with transactions through a real PgBouncer in transaction
 * mode (docs/scaling.md). Further arguments go to vitest: `contract/rest` runs those of the table access alone.
 *
 * PgBouncer is the one on the PATH, or of the distribution, or the program that PGBOUNCER names: since 1.21 it supports
 * prepared statements, which TEST_PREPARED=200 switches on.
 *
 * Run: node trials/pooler.ts [file…]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { isSmoke, startPgBouncer, startPostgres } from 'engine/testing'

const { TEST_PREPARED } = process.env
const files = isSmoke ? ['engine/contract/rest/write'] : process.argv.slice(2)

await using opened = new AsyncDisposableStack()
const server = await startPostgres()
opened.defer(() => server.stop())
const pooler = await startPgBouncer(server.url, TEST_PREPARED ? { max_prepared_statements: TEST_PREPARED } : {})
opened.defer(() => pooler.stop())
const tests = spawn('npx', ['vitest', 'run', '--project', 'wire', ...files], {
  stdio: 'inherit',
  env: { ...process.env, TEST_POSTGRES_URL: server.url, TEST_POOLER_URL: pooler.url },
})
const [code] = await once(tests, 'close')
console.table({ 'wire tests': { 'in transaction mode': code === 0 ? 'all passed' : 'failed' } })
process.exitCode = code ?? 1
