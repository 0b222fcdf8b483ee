/**
 * What does a socket cost that only listens? Two thousand at the chat, and two thousand in channels of Realtime, each kind
 * at a server of its own on PostgreSQL: the memory of the server's process before and after, as the system counts it (RSS,
 * garbage included) and as the program holds on to it. Server and client need that many open files each (`ulimit -n`).
 * Run: npm run bench -- idle-sockets [--write], where --write writes the table into docs/performance.md.
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bounded } from '../engine/bench/bounded.ts'
import { markdownTable, writeFigures } from '../engine/bench/figures.ts'
import { freePort } from '../engine/testing/free-port.ts'
import { inspectable, memoryInUse } from './heap.ts'
import { type Installation, startInstallation } from './installation.ts'
import { type Admitted, enterChatRoom, joinChannel } from './sockets.ts'
import { type Colleague, signInStaff } from './staff.ts'

const SOCKETS = 2_000
/** Each has a hundred tabs open: hashing two thousand passwords would take longer than all the rest. */
const PEOPLE = 20
const AT_ONCE = 50
const ROOMS = 100
/** Opened and closed before, so that what the first ones need only once does not count. */
const WARM_UP = 200
const REST_MS = 10_000
const LIMIT_MS = 240_000

type Open = (server: string, anonKey: string, person: Colleague, number: number) => Promise<Admitted>
const kinds: Record<string, Open> = {
  chat: (server, _, { token }) => enterChatRoom(server, token),
  'realtime channel': (server, anonKey, { token }, number) =>
    joinChannel(server, anonKey, `room-${number % ROOMS}`, token),
}

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } })
// Node has raised it for itself and its children as far as it may go.
const files = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }))
if (files < SOCKETS + 500)
  throw new Error(`This needs 'ulimit -n' to be at least ${SOCKETS + 500}, and it is ${files}.`)

await bounded(LIMIT_MS, async (opened) => {
  const rows = []
  for (const [kind, open] of Object.entries(kinds)) {
    const inspector = await freePort()
    const installation = opened.use(await startInstallation(1, { NODE_OPTIONS: inspectable(inspector) }))
    rows.push({ kind, ...(await measure(installation, inspector, open)) })
    await installation[Symbol.asyncDispose]()
  }
  console.table(rows)
  if (options.write) await writeFigures('idle-sockets', markdownTable(rows))
  return true
})

async function measure({ servers: [server], anonKey }: Installation, inspector: number, open: Open) {
  const people = await signInStaff(server.url, anonKey, PEOPLE)
  for (const { socket } of await openMany(WARM_UP)) socket.close()
  await sleep(REST_MS)
  const before = { inUse: await memoryInUse(inspector), resident: server.memory() }
  const sockets = await openMany(SOCKETS)
  await sleep(REST_MS)
  const after = { resident: server.memory(), inUse: await memoryInUse(inspector) }
  const left = sockets.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length
  if (left < SOCKETS) throw new Error(`Only ${left} of ${SOCKETS} sockets stayed open.`)
  for (const { socket } of sockets) socket.close()
  return {
    sockets: String(SOCKETS),
    'RSS before, MB': before.resident.toFixed(0),
    'RSS after, MB': after.resident.toFixed(0),
    'RSS for each, KB': each(after.resident - before.resident),
    'in use for each, KB': each(after.inUse - before.inUse),
  }

  function each(megabytes: number) {
    return ((megabytes * 1024) / SOCKETS).toFixed(1)
  }

  async function openMany(count: number): Promise<Admitted[]> {
    const sockets: Admitted[] = []
    while (sockets.length < count) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, (_, index) => {
        const number = sockets.length + index
        const person = people[number % people.length]
        if (!person) throw new Error('Nobody was hired.')
        return open(server.url, anonKey, person, number)
      })
      sockets.push(...(await Promise.all(some)))
    }
    return sockets
  }
}
