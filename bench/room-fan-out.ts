/**
 * How soon does a whole room of two hundred people see what one of them says? At the chat, where it is stored first, and
 * in a public channel of Realtime; with all of them at one server process, and spread over two that share a PostgreSQL
 * and a Redis; one message after the other, and fifty a second. The client is part of it: two hundred sockets in one process, on the same machine.
 * Run: npm run bench -- room-fan-out [--write], where --write writes the table into docs/performance-tables.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bounded, markdownTable, percentile, writeFigures } from 'engine/testing'
import { Audience } from './audience.ts'
import { startInstallation } from './installation.ts'
import { type Admitted, enterChatRoom, inChannel, inChatRoom, joinChannel } from './sockets.ts'
import { type Colleague, signInStaff } from './staff.ts'

const PEOPLE = 200
const MESSAGES = 200
const WARM_UP_MESSAGES = 20
const PER_SECOND = 50
const STEADY_MESSAGES = 1_000
const SETTLE_MS = 100
const LIMIT_MS = 600_000

/** How to enter a room, and what to say so that everybody hears the text. */
type Room = {
  enter(server: string, person: Colleague): Promise<Admitted>
  words(text: string): unknown
}

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } })

await bounded(LIMIT_MS, async (opened) => {
  const { servers, anonKey } = opened.use(await startInstallation(2))
  const [first] = servers
  console.log(`${PEOPLE} people to hire …`)
  const people = await signInStaff(first.url, anonKey, PEOPLE)
  const rooms: Record<string, Room> = {
    chat: {
      enter: (server, { token }) => enterChatRoom(server, token),
      words: inChatRoom,
    },
    'realtime channel': {
      enter: (server, { token }) => joinChannel(server, anonKey, 'fan-out', token),
      words: inChannel('fan-out'),
    },
  }
  const rows = []
  for (const [name, room] of Object.entries(rooms)) {
    for (const used of [[first], servers]) {
      const urls = used.map(({ url }) => url)
      const audience = await enterAll(room, people, urls)
      await audience.byTurns(WARM_UP_MESSAGES)
      const paces = {
        'one after the other': await audience.byTurns(MESSAGES),
        [`${PER_SECOND} a second`]: await audience.steadily(STEADY_MESSAGES, PER_SECOND),
      }
      audience.leave()
      for (const [pace, { one, all }] of Object.entries(paces)) {
        rows.push({
          room: name,
          processes: String(used.length),
          people: String(PEOPLE),
          messages: `${all.length}, ${pace}`,
          'by one, p50 ms': percentile(one, 50).toFixed(1),
          'by one, p99 ms': percentile(one, 99).toFixed(1),
          'by all, p50 ms': percentile(all, 50).toFixed(1),
          'by all, p99 ms': percentile(all, 99).toFixed(1),
        })
      }
    }
  }
  console.table(rows)
  if (options.write) await writeFigures('room-fan-out', markdownTable(rows))
  return true
})

async function enterAll(room: Room, people: readonly Colleague[], servers: readonly string[]): Promise<Audience> {
  const present: Admitted[] = []
  for (const [number, person] of people.entries()) {
    present.push(await room.enter(servers[number % servers.length] ?? '', person))
  }
  await sleep(SETTLE_MS)
  return new Audience(present, room.words)
}
