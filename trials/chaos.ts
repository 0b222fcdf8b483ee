/**
 * Tests the resilience of two servers on PostgreSQL, Redis and S3 behind Caddy: each part is killed, paused, filled and
 * slowed in turn, while fifty people work. At the end every acknowledged write must be stored exactly once.
 *
 * Run: `node trials/chaos.ts [minutes] [fault, such as redis-killed]`; by default ten minutes and all faults. Requires
 * apt's caddy, Linux, and root for filling disks.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, keysOf, smokeSized } from 'engine/testing'
import { clientWith } from '../server/service-client.ts'
import { type Fault, faults, type Target } from './chaos/faults.ts'
import { findLostWrites } from './chaos/find-lost-writes.ts'
import { startPostgresTarget } from './chaos/postgres-target.ts'
import { startRedisTarget } from './chaos/redis-target.ts'
import { startS3Target } from './chaos/s3-target.ts'
import { startServerTarget } from './chaos/server-target.ts'
import { Diary, work } from './chaos/writing-person.ts'
import { Noticed, signIn, stayConnected } from './simulated-people.ts'
import { startCaddy } from './start-proxy.ts'

const PEOPLE = smokeSized(50, 3)
const LISTENERS = smokeSized(10, 1)
/** The share of a fault's time slot during which the fault lasts. */
const LASTING = 0.45
const [minutes = smokeSized('10', '0.1'), only = smokeSized('', 'server2-killed')] = process.argv.slice(2)

await using all = new AsyncDisposableStack()
const home = await mkdtemp(join(tmpdir(), 'mainstreet-chaos-'))
// PostgreSQL does not run as root, so it must be able to enter this folder.
await chmod(home, 0o711)
all.defer(() => rm(home, { recursive: true, force: true }))
const postgres = await startPostgresTarget(home)
all.defer(() => postgres.end())
const redis = await startRedisTarget()
all.defer(() => redis.end())
const s3 = await startS3Target(home)
all.defer(() => s3.end())
const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, ...s3.env }
const first = await startServerTarget('server 1', { home, env, seed: true })
all.defer(() => first.end())
const second = await startServerTarget('server 2', { home, env, keysOf: first.dataDir })
all.defer(() => second.end())
const proxy = await startCaddy('caddy/several-servers.Caddyfile', `http://localhost:${await freePort()}`, {
  SERVERS: `${first.address} ${second.address}`,
})
all.use(proxy)

const { anonKey, serviceRoleKey } = await keysOf(first.dataDir)
const { db } = await signIn(proxy.url, anonKey, 'ana@north.test')
const place = await somewhereToWork()
const diary = new Diary()
const noticed = new Noticed()
const over = new AbortController()
const heartbeat = { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' }
const sockets = `${proxy.url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`
const busy = [
  ...Array.from({ length: PEOPLE }, () => work(db, place, diary, { signal: over.signal, random: Math.random })),
  ...Array.from({ length: LISTENERS }, () => stayConnected(sockets, heartbeat, noticed, over)),
]

const trials = [first, second, postgres, redis, s3].flatMap((target) =>
  faults
    .filter(({ what }) => (what !== 'filled' || target.fill) && nameOf(target, what).includes(only))
    .map((fault) => ({ target, fault })),
)
const eachMs = (Number(minutes) * 60_000) / trials.length
await pause(smokeSized(5_000, 500))
for (const { target, fault } of trials) await tryOut(target, fault)
await pause(smokeSized(10_000, 1_000))
over.abort()
await Promise.all(busy)

const result = await findLostWrites(clientWith(`http://${first.address}`, serviceRoleKey), diary.attempts, place.update)
const health = await Promise.all(
  [first, second].map(async ({ address }) => (await fetch(`http://${address}/health`)).status),
)
console.log({
  ...result,
  ...{ lost: result.lost.length, twice: result.twice.length, reads: diary.reads, failures: diary.failures.length },
  ...{ socketsBack: noticed.backAfterMs.length, slowestSocketMs: Math.max(0, ...noticed.backAfterMs), health },
})
const reasons = Map.groupBy(diary.failures, ({ why }) => why.slice(0, 100))
for (const [why, times] of reasons) console.log(`${String(times.length).padStart(6)}  ${why}`)
if (result.lost.length + result.twice.length > 0 || health.some((status) => status !== 200)) process.exitCode = 1

async function tryOut(target: Target, { what, inflict }: Fault) {
  const began = Date.now()
  await inflict(target, eachMs * LASTING)
  // A server that has ended by itself is started again, as a service manager would.
  const endedByItself = !target.isUp()
  if (endedByItself) await target.start()
  const ended = Date.now()
  await pause(Math.max(0, eachMs - (ended - began)))
  const during = diary.waits.filter(({ until }) => until >= began)
  const failed = diary.failures.filter(({ at }) => at >= began).length
  const longest = Math.max(0, ...during.map(({ ms }) => ms))
  const how = endedByItself ? ', after which it had ended by itself' : ''
  const name = `${nameOf(target, what)}, ${Math.round((ended - began) / 1000)} s`
  console.log(
    `${name.padEnd(26)} ${during.length} done, ${failed} attempts failed, longest wait ${(longest / 1000).toFixed(1)} s${how}`,
  )
}

/** Adds an update to a project of Ana's agency, and returns the ids of all three, to which people write. */
async function somewhereToWork() {
  const { data: client } = await db.from('clients').select('id, agency_id').limit(1).single()
  const { data: project } = await db.from('projects').select('id').eq('client_id', client?.id).limit(1).single()
  const update = { project_id: project?.id, title: 'During the storm', content: 'Files come here.' }
  const { data: made, error } = await db.from('project_updates').insert(update).select('id').single()
  if (error) throw error
  return { agency: String(client?.agency_id), project: String(project?.id), update: String(made.id) }
}

function nameOf({ name }: Target, what: string): string {
  return `${name.toLowerCase().replace(' ', '')}-${what}`
}
