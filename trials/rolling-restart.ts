/**
 * Two servers on one PostgreSQL behind a real proxy, restarted one after the other, again and again, while people read,
 * write and listen. `node trials/rolling-restart.ts [caddy|nginx] [restarts]`, with apt's caddy or nginx.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, keysOf, startEngineProcess, startPostgres, startRedis } from 'engine/testing'
import { Noticed, notes, signIn, stayConnected, visit, work } from './people.ts'
import { startCaddy, startNginx } from './proxy.ts'

const PEOPLE = 20
const [kind = 'caddy', times = '6'] = process.argv.slice(2)
// nginx shows the samples' own certificate.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

await using all = new AsyncDisposableStack()
const dataDir = await mkdtemp(join(tmpdir(), 'mainstreet-rolling-'))
all.defer(() => rm(dataDir, { recursive: true, force: true }))
const postgres = await startPostgres()
all.defer(postgres.stop)
const redis = await startRedis()
all.defer(redis.stop)

const ports = [await freePort(), await freePort()]
const start = (port: number) =>
  startEngineProcess({
    program: 'main.ts',
    dataDir,
    seed: true,
    env: { PORT: String(port), DATABASE_URL: postgres.url, REDIS_URL: redis.url, DRAIN_SECONDS: '5' },
  })
const servers: Awaited<ReturnType<typeof start>>[] = []
for (const port of ports) servers.push(await start(port))
all.defer(async () => {
  for (const server of servers) await server.end('SIGKILL')
})

const addresses = ports.map((port) => `127.0.0.1:${port}`)
const sample = 'caddy/several-servers.Caddyfile'
const proxy =
  kind === 'nginx'
    ? await startNginx(await freePort(), addresses)
    : await startCaddy(sample, `http://localhost:${await freePort()}`, { SERVERS: addresses.join(' ') })
all.use(proxy)

const { anonKey } = await keysOf(dataDir)
const { db, token } = await signIn(proxy.url, anonKey, 'ana@north.test')
const noticed = new Noticed()
const over = new AbortController()
const sockets = proxy.url.replace(/^http/, 'ws')
const hello = { type: 'auth', token, roomId: 'general' }
const heartbeat = { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' }
const busy = Array.from({ length: PEOPLE }, (_, index) => [
  work(db, noticed, over),
  ...(index % 4 === 0
    ? [visit(proxy.url, noticed, over), stayConnected(`${sockets}/functions/v1/chat`, hello, noticed, over)]
    : []),
  stayConnected(`${sockets}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`, heartbeat, noticed, over),
]).flat()

for (let turn = 0; turn < Number(times); turn += 1) {
  const index = turn % servers.length
  await servers[index]?.end('SIGTERM')
  servers[index] = await start(ports[index] ?? 0)
  console.log(
    `Restart ${turn + 1}: ${noticed.reads} reads, ${noticed.writes.length} writes, ${noticed.failures.length} failed.`,
  )
  // Until the proxy sends people there again.
  await new Promise((resolve) => setTimeout(resolve, 6_000))
}
over.abort()
await Promise.all(busy)

const stored = await notes(db)
const storedOnes = new Set(stored)
const missing = noticed.writes.filter((words) => !storedOnes.has(words)).length
const twice = stored.length - storedOnes.size
const slowest = Math.max(0, ...noticed.backAfterMs)
console.log({ missing, twice, closed: noticed.closed, sockets: { back: noticed.backAfterMs.length, slowest } })
for (const failure of new Set(noticed.failures)) console.log(failure)
process.exitCode = noticed.failures.length + missing + twice === 0 ? 0 : 1
