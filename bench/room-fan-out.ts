/**
 * How soon does a whole room of two hundred people see what one of them says? At the chat, where it is stored first, and
 * in a public channel of Realtime; with all of them at one server process, and spread over two that share a PostgreSQL
 * and a Redis. The client is part of it: two hundred sockets in one process, on the same machine.
 * Run: npm run bench -- room-fan-out [--write], where --write writes the table into docs/performance.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bounded } from '../engine/bench/bounded.ts'
import { markdownTable, writeFigures } from '../engine/bench/figures.ts'
import { percentile } from '../engine/bench/percentile.ts'
import { startInstallation } from './installation.ts'
import { type Admitted, enterChatRoom, joinChannel } from './sockets.ts'
import { type Colleague, signInStaff } from './staff.ts'
import { until } from './until.ts'

const PEOPLE = 200
const MESSAGES = 200
const WARM_UP_MESSAGES = 20
/** Between two messages, so that one is seen by all before the next is sent. */
const PAUSE_MS = 100
const SEEN_LIMIT_MS = 10_000
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
      words: (content) => ({ type: 'message', content, messageType: 'text', metadata: {} }),
    },
    'realtime channel': {
      enter: (server, { token }) => joinChannel(server, anonKey, 'fan-out', token),
      words: (text) => [
        '1',
        null,
        'realtime:fan-out',
        'broadcast',
        { type: 'broadcast', event: 'said', payload: { text } },
      ],
    },
  }
  const rows = []
  for (const [name, room] of Object.entries(rooms)) {
    for (const used of [[first], servers]) {
      const { one, all } = await measure(
        room,
        people,
        used.map(({ url }) => url),
      )
      rows.push({
        room: name,
        processes: String(used.length),
        people: String(PEOPLE),
        messages: String(MESSAGES),
        'by one, p50 ms': percentile(one, 50).toFixed(1),
        'by one, p99 ms': percentile(one, 99).toFixed(1),
        'by all, p50 ms': percentile(all, 50).toFixed(1),
        'by all, p99 ms': percentile(all, 99).toFixed(1),
      })
    }
  }
  console.table(rows)
  if (options.write) await writeFigures('room-fan-out', markdownTable(rows))
  return true
})

/** From send to seen, in ms: by each of them, and by the last of all. */
async function measure(room: Room, people: readonly Colleague[], servers: readonly string[]) {
  const present: Admitted[] = []
  for (const [number, person] of people.entries()) {
    present.push(await room.enter(servers[number % servers.length] ?? '', person))
  }
  await sleep(PAUSE_MS)
  const [one, all] = [[] as number[], [] as number[]]
  for (let number = -WARM_UP_MESSAGES; number < MESSAGES; number += 1) {
    const text = `This is message ${crypto.randomUUID()}, about as long as people write to each other.`
    const seen: number[] = []
    const sent = performance.now()
    for (const person of present) {
      person.onFrame = (frame) => {
        if (frame.includes(text)) seen.push(performance.now() - sent)
      }
    }
    present[(number + WARM_UP_MESSAGES) % present.length]?.say(room.words(text))
    if (!(await until(() => seen.length >= present.length, SEEN_LIMIT_MS))) {
      throw new Error(`Only ${seen.length} of ${present.length} people saw a message.`)
    }
    if (number >= 0) {
      one.push(...seen)
      all.push(Math.max(...seen))
    }
    await sleep(PAUSE_MS)
  }
  for (const { socket } of present) socket.close()
  return { one, all }
}
