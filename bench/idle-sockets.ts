/**
 * What does a socket cost that only listens, and what is it like among ten thousand? At the chat, and in channels of
 * Realtime, each kind at a server of its own on PostgreSQL, in rooms of a hundred: how long they take to come in, the
 * memory of the server's process before and after, as the system counts it (RSS, garbage included) and as the program
 * holds on to it, the processor time that it takes while nobody says anything, and how soon a room sees what somebody
 * says there. Server and client need that many open files each (`ulimit -n`).
 * Run: npm run bench -- idle-sockets [--write], where --write writes the table into docs/performance-tables.md and draws
 * docs/pictures/growth.svg anew.
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bounded, freePort, markdownTable, percentile, writeFigures } from 'engine/testing'
import { drawGrowth } from './growth-picture.ts'
import { inspectable, memoryInUse } from './heap.ts'
import { IdleCrowd, type Kind } from './idle-crowd.ts'
import { type Installation, startInstallation } from './installation.ts'
import { enterChatRoom, inChannel, inChatRoom, joinChannel } from './sockets.ts'

const STEPS = [100, 1_000, 5_000, 10_000]
const MOST = Math.max(...STEPS)
/** Opened and closed before, so that what the first ones need only once does not count. */
const WARM_UP = 200
const REST_MS = 8_000
const LIMIT_MS = 600_000

const kinds: Record<string, Kind> = {
  chat: { open: (server, _, { token }) => enterChatRoom(server, token), words: inChatRoom },
  'realtime channel': {
    open: (server, anonKey, { token }, room) => joinChannel(server, anonKey, `room-${room}`, token),
    words: inChannel('room-0'),
  },
}

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } })
// Node has raised it for itself and its children as far as it may go.
const files = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }))
if (files < MOST + 500) throw new Error(`This needs 'ulimit -n' to be at least ${MOST + 500}, and it is ${files}.`)

await bounded(LIMIT_MS, async (opened) => {
  const rows = []
  for (const [name, kind] of Object.entries(kinds)) {
    const inspector = await freePort()
    const installation = opened.use(await startInstallation(1, { NODE_OPTIONS: inspectable(inspector) }))
    const crowd = new IdleCrowd(installation, kind)
    await crowd.signIn(MOST)
    for (const row of await measure(installation, inspector, crowd)) rows.push({ kind: name, ...row })
    await installation[Symbol.asyncDispose]()
    console.table(rows)
  }
  if (options.write) {
    await writeFigures('idle-sockets', markdownTable(rows))
    await drawGrowth()
  }
  return true
})

async function measure({ servers: [server] }: Installation, inspector: number, crowd: IdleCrowd) {
  await crowd.growTo(WARM_UP)
  crowd.leave()
  await sleep(REST_MS)
  const before = { inUse: await memoryInUse(inspector), resident: server.memory() }
  const rows = []
  for (const sockets of STEPS) {
    const have = crowd.size
    const began = performance.now()
    await crowd.growTo(sockets)
    const openedPerSecond = (1000 * (sockets - have)) / (performance.now() - began)
    await sleep(REST_MS)
    const [cpuBefore, restedFrom] = [await server.cpuMs(), performance.now()]
    await sleep(REST_MS)
    const busy = ((await server.cpuMs()) - cpuBefore) / (performance.now() - restedFrom)
    const resident = server.memory()
    const inUse = await memoryInUse(inspector)
    const { one } = await crowd.talk()
    rows.push({
      sockets: sockets.toLocaleString('en'),
      'came in, a second': openedPerSecond.toFixed(0),
      'RSS, MB': resident.toFixed(0),
      // Of a hundred it would be the noise of garbage alone.
      'RSS for each, KB': sockets < 1_000 ? '' : (((resident - before.resident) * 1024) / sockets).toFixed(1),
      'in use for each, KB': (((inUse - before.inUse) * 1024) / sockets).toFixed(1),
      'of one processor at rest': `${(100 * busy).toFixed(1)} %`,
      'message, p50 ms': percentile(one, 50).toFixed(1),
      'message, p95 ms': percentile(one, 95).toFixed(1),
    })
  }
  const left = crowd.stillOpen
  if (left < MOST) throw new Error(`Only ${left} of ${MOST} sockets stayed open.`)
  crowd.leave()
  return rows
}
