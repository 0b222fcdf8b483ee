/**
 * Checks that the chat loses or doubles no message when the system around it fails. Fifty people of one agency chat for
 * two minutes with a client that behaves like the portal's, over a network that loses their sockets at random, while
 * one and then the other of two server processes is killed with -9 and started again. When all is calm again, every
 * acknowledged message must be stored once and seen once by everybody. Ends with exit code 1 if one was lost or
 * doubled.
 *
 * Run: npm run bench -- chat-storm [--write], where --write writes the table into docs/performance-tables.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { percentile, report, smokeSized, withTimeLimit } from 'engine/testing'
import { postgresDatabase } from 'engine/testing/database'
import { ChatPerson } from './chat-person.ts'
import { judge, type Stored } from './judge-chat.ts'
import { signInStaff } from './sign-in-staff.ts'
import { type Server, startInstallation } from './start-installation.ts'
import { type Network, startNetwork } from './unreliable-network.ts'
import { waitUntil } from './wait-until.ts'

const PEOPLE = smokeSized(50, 3)
const STORM_MS = smokeSized(120_000, 3_000)
/** The pause of a person between two messages, and the time of typing one. */
const THINKING_MS = smokeSized({ least: 1_000, most: 5_000 }, { least: 100, most: 500 })
const TYPING_MS = 500
const LOSS_INTERVAL_MS = 500
/** The share of lost connections that fall silent instead of being closed. */
const SILENT_SHARE = smokeSized(0.2, 0)
const KILL_INTERVAL_MS = smokeSized(20_000, 1_500)
const DOWN_MS = smokeSized(2_000, 200)
const CALM_LIMIT_MS = 60_000
const LIMIT_MS = 360_000

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } })
const [sentAt, sights] = [new Map<string, number>(), [] as { clientId: string; ms: number; isTold: boolean }[]]
const broken = { cut: 0, silent: 0, killed: 0 }
let end = 0
const isOn = () => performance.now() < end

await withTimeLimit(LIMIT_MS, async (opened) => {
  console.log(`Two servers on one PostgreSQL, and ${PEOPLE} people to hire …`)
  const { servers, anonKey, databaseUrl } = await startInstallation(opened, { on: 'postgres', processes: 2 })
  const [sockets, api] = [opened.use(await startNetwork(servers)), opened.use(await startNetwork(servers))]
  const staff = await signInStaff(`http://${api.host}`, anonKey, PEOPLE)
  const people = staff.map((colleague) => {
    const person = new ChatPerson(
      `ws://${sockets.host}/functions/v1/chat`,
      colleague,
      ({ metadata: { clientId } }, isTold) => {
        const sent = sentAt.get(clientId ?? '')
        if (clientId !== undefined && sent !== undefined)
          sights.push({ clientId, ms: performance.now() - sent, isTold })
      },
    )
    opened.defer(() => person.leave())
    return person
  })
  const seesAll = ({ online }: ChatPerson) => people.every(({ id }) => online.has(id))
  await waitUntil(() => people.every(seesAll), CALM_LIMIT_MS)

  console.log(`A storm of ${STORM_MS / 1000} seconds …`)
  end = performance.now() + STORM_MS
  await Promise.all([...people.map(chat), loseConnections(sockets), killServers(servers)])

  console.log('Calm …')
  // A person with a dead connection finds out by sending something, so everybody sends a last message.
  await Promise.all(people.map(sayGoodNight))
  const isDone = (person: ChatPerson) => person.isConnected() && person.outgoing.length === 0
  await waitUntil(() => people.every(isDone), CALM_LIMIT_MS)
  const stored = await storedMessages(databaseUrl)
  const seesWhatIsStored = ({ seen }: ChatPerson) => stored.every(({ id }) => seen.has(id))
  const isWhole = await waitUntil(
    () => people.every((person) => seesWhatIsStored(person) && seesAll(person)),
    CALM_LIMIT_MS,
  )
  if (!isWhole) explain(people, stored)
  return reportVerdict(people, stored)
})

async function chat(person: ChatPerson) {
  await sleep(Math.random() * THINKING_MS.most)
  for (let number = 1; isOn(); number += 1) {
    person.type(true)
    await sleep(TYPING_MS)
    say(person, `This is my message number ${number}, and about as long as what people write to each other.`)
    person.type(false)
    await sleep(THINKING_MS.least + Math.random() * (THINKING_MS.most - THINKING_MS.least))
  }
}

async function sayGoodNight(person: ChatPerson) {
  await sleep(Math.random() * THINKING_MS.most)
  say(person, 'Good night.')
}

function say(person: ChatPerson, content: string) {
  const clientId = crypto.randomUUID()
  sentAt.set(clientId, performance.now())
  person.say(clientId, content)
}

async function loseConnections(network: Network) {
  for (; isOn(); await sleep(LOSS_INTERVAL_MS)) {
    const how = Math.random() < SILENT_SHARE ? 'silent' : 'cut'
    if (network.lose(how)) broken[how] += 1
  }
}

async function killServers(servers: readonly Server[]) {
  for (let number = 0; ; number += 1) {
    const victim = servers[number % servers.length]
    await sleep(Math.min(KILL_INTERVAL_MS, Math.max(0, end - performance.now())))
    if (!victim || !isOn()) return
    await victim.kill()
    broken.killed += 1
    await sleep(DOWN_MS)
    await victim.restart()
  }
}

/** Reads all messages of the room from the database, including earlier ones. */
async function storedMessages(databaseUrl: string): Promise<Stored[]> {
  const database = postgresDatabase(databaseUrl)
  const rows = await database.run<{ id: string; number: string; client_id: string | null }>(
    {},
    {
      text: `select chat_messages.id, number, metadata ->> 'clientId' as client_id
             from public.chat_messages join public.agencies on agencies.id = agency_id
             where agencies.email = 'hello@north.test' order by number`,
    },
  )
  await database.close()
  return rows.map((row) => ({ id: row.id, number: Number(row.number), clientId: row.client_id }))
}

async function reportVerdict(people: readonly ChatPerson[], stored: readonly Stored[]): Promise<boolean> {
  const waiting = people.flatMap(({ outgoing }) => outgoing.map(({ clientId }) => clientId))
  const acknowledged = new Set(sentAt.keys()).difference(new Set(waiting))
  const screens = people.map(({ seen }) => [...seen.values()])
  const { lost, doubled, outOfOrder } = judge(acknowledged, stored, screens)
  const unknown = people.reduce((sum, person) => sum + unknownGaps(person, stored), 0)
  const troubled = new Set(people.flatMap(({ sentAgain }) => [...sentAgain]))
  const all = sights.map(({ ms }) => ms)
  const undisturbed = sights.filter(({ clientId, isTold }) => isTold && !troubled.has(clientId)).map(({ ms }) => ms)
  const sum = (count: keyof ChatPerson['counts']) =>
    String(people.reduce((total, { counts }) => total + counts[count], 0))
  const row = {
    people: String(people.length),
    acknowledged: String(acknowledged.size),
    'sockets cut': String(broken.cut),
    'fell silent': String(broken.silent),
    'servers killed': String(broken.killed),
    lost: String(lost),
    doubled: String(doubled),
    'out of order': String(outOfOrder),
    'gaps unknown': String(unknown),
    'undisturbed, p50 ms': percentile(undisturbed, 50).toFixed(1),
    'undisturbed, p99 ms': percentile(undisturbed, 99).toFixed(1),
    'all, p50 ms': percentile(all, 50).toFixed(1),
    'all, p99 ms': percentile(all, 99).toFixed(1),
  }
  console.table({
    'seen by somebody': all.length,
    connections: sum('connections'),
    'told again, and merged': sum('toldAgain'),
    'sent again': troubled.size,
    'refused as too many': sum('refused'),
    'histories that did not load': sum('historyFailures'),
    'never acknowledged': waiting.length,
    'numbers without a message': stored.length === 0 ? 0 : (stored.at(-1)?.number ?? 0) - stored.length,
  })
  await report('chat-storm', [row], options)
  return lost + doubled + outOfOrder + unknown + waiting.length === 0 && acknowledged.size > 0
}

/** Counts the messages after a person's first one that others have and that this person lacks without knowing it. */
function unknownGaps({ seen, missing }: ChatPerson, stored: readonly Stored[]): number {
  const first = Math.min(...Array.from(seen.values(), ({ number }) => number))
  const lacking = stored.filter(({ id, number }) => number > first && !seen.has(id)).length
  return Math.max(0, lacking - missing)
}

/** Prints the messages that each person misses, so that the cause can be found. */
function explain(people: readonly ChatPerson[], stored: readonly Stored[]) {
  for (const { id, seen, online, outgoing } of people) {
    const missing = stored.filter((message) => !seen.has(message.id))
    if (missing.length + outgoing.length > 0 || online.size < people.length) {
      console.error(`${id} sees ${online.size} people, waits for ${outgoing.length} and misses`, missing)
    }
  }
}
