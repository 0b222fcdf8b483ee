/**
 * How soon does a whole room of two hundred people see what one of them says? At the chat, where it is stored first, and
 * in a public channel of Realtime; with all of them at one server process, and spread over two that share a PostgreSQL
 * and a Redis; one message after the other, and fifty a second. The client is part of it: two hundred sockets in one process, on the same machine.
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
const PER_SECOND = 50
const STEADY_MESSAGES = 1_000
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

/** From send to seen, in ms: by each of them, and by the last of all. */
type Sights = { one: number[]; all: number[] }

/** What they hear of messages that are told apart by their marks. */
class Audience {
  readonly #present: Admitted[] = []
  readonly #said = new Map<string, { at: number; seen: number[] }>()
  readonly #room: Room

  private constructor(room: Room) {
    this.#room = room
  }

  static async enter(room: Room, people: readonly Colleague[], servers: readonly string[]): Promise<Audience> {
    const audience = new Audience(room)
    for (const [number, person] of people.entries()) {
      const admitted = await room.enter(servers[number % servers.length] ?? '', person)
      admitted.onFrame = (frame) => audience.#hear(frame)
      audience.#present.push(admitted)
    }
    await sleep(PAUSE_MS)
    return audience
  }

  /** Each message once all have seen the one before. */
  async byTurns(count: number): Promise<Sights> {
    this.#said.clear()
    for (let number = 0; number < count; number += 1) {
      this.#say(number)
      await this.#untilAllHaveSeen()
      await sleep(PAUSE_MS)
    }
    return this.#sights()
  }

  /** So many a second, whether the ones before were seen or not. */
  async steadily(count: number, perSecond: number): Promise<Sights> {
    this.#said.clear()
    const start = performance.now()
    for (let number = 0; number < count; number += 1) {
      await sleep(Math.max(0, start + (number * 1000) / perSecond - performance.now()))
      this.#say(number)
    }
    await this.#untilAllHaveSeen()
    return this.#sights()
  }

  leave(): void {
    for (const { socket } of this.#present) socket.close()
  }

  #say(number: number): void {
    const mark = crypto.randomUUID()
    this.#said.set(mark, { at: performance.now(), seen: [] })
    const words = this.#room.words(`This is message <${mark}>, about as long as people write to each other.`)
    this.#present[number % this.#present.length]?.say(words)
  }

  #hear(frame: string): void {
    const said = this.#said.get(/<([-0-9a-f]{36})>/.exec(frame)?.[1] ?? '')
    said?.seen.push(performance.now() - said.at)
  }

  async #untilAllHaveSeen(): Promise<void> {
    const have = () => this.#said.values().every(({ seen }) => seen.length >= this.#present.length)
    if (!(await until(have, SEEN_LIMIT_MS))) throw new Error('Somebody did not see every message.')
  }

  #sights(): Sights {
    const times = [...this.#said.values()].map(({ seen }) => seen)
    return { one: times.flat(), all: times.map((seen) => Math.max(...seen)) }
  }
}

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
      const urls = used.map(({ url }) => url)
      const audience = await Audience.enter(room, people, urls)
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
