/**
 * A large installation, with 12,000 clients, 60,000 projects and 2 GB of files, moved from the embedded database and a disk to
 * PostgreSQL and an S3, and back to another folder. Both sides are read by statements of our own and compared, people sign in and
 * go on, the vault opens; and it says how long each way took, and with how much memory.
 * `node trials/large-move.ts [gigabytes]`, with room on the disk for four times as much.
 */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startPostgres, untilPrinted } from 'engine/testing'
import { freshDatabase } from 'engine/testing/database'
import { start } from './earlier/clone.ts'
import { PASSWORD } from './earlier/life.ts'
import { type Env, mainstreet } from './earlier/mainstreet.ts'
import { addLargeAgency, attachFiles } from './large/fill.ts'
import { missingAtDesks, workIn } from './majors/office.ts'
import { differences, hashOfFolder, pictureOf } from './majors/picture.ts'

type Place = Env & { DATA_DIR: string }

const root = join(import.meta.dirname, '..')
const [gigabytes = '2'] = process.argv.slice(2)

await using all = new AsyncDisposableStack()
const home = await mkdtemp(join(tmpdir(), 'mainstreet-large-'))
all.defer(() => rm(home, { recursive: true, force: true }))
const postgres = await startPostgres()
all.defer(() => postgres.stop())
const s3 = await startS3()

const here: Place = {
  ...{ DATA_DIR: join(home, 'here'), PORT: String(await freePort()), ...s3.key },
  ...{ ADMIN_PASSWORD: PASSWORD, RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
}
const there: Place = {
  ...here,
  ...{ DATA_DIR: join(home, 'there'), DATABASE_URL: await freshDatabase(postgres.url), STORAGE_URL: s3.url },
}
const back: Place = { ...here, DATA_DIR: join(home, 'back') }

const office = await whileServed(here, async (url) => {
  const office = await workIn(url)
  console.log(`${await attachFiles(url, Number(gigabytes))} files`)
  return office
})
await addLargeAgency(here.DATA_DIR)
const files = hashOfFiles(here)

const wrong = [
  ...(await move('to PostgreSQL and S3', here, there, '--database', there.DATABASE_URL ?? '', '--storage', s3.url)),
  ...(await whileServed(there, (url) => missingAtDesks(office, url))),
  ...(await move('back', there, back, '--database', 'embedded', '--storage', 'disk')),
  ...(await whileServed(back, (url) => missingAtDesks(office, url))),
  ...(hashOfFiles(back) === files ? [] : ['The files that came back are others.']),
  ...(hashOfFiles(here) === files ? [] : ['The old place has other files.']),
]
for (const words of wrong) console.log(`✘ ${words}`)
if (wrong.length > 0) process.exitCode = 1

/** What has become another by the move. */
async function move(what: string, from: Place, to: Place, ...where: string[]): Promise<string[]> {
  const picture = await pictureOf(from)
  const began = Date.now()
  const env = { ...from, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'large/tell-memory.ts')}` }
  const { code, said } = mainstreet(env, 'move', ...where, '--data-dir', to.DATA_DIR)
  if (code !== 0) return [`${what} fails: ${said}`]
  const memory = Math.max(...Array.from(said.matchAll(/^\[memory\] (\d+)$/gm), ([, megabytes]) => Number(megabytes)))
  const line = said.split('\n').find((line) => line.includes('the same on both sides')) ?? ''
  console.log(`${what}: ${Math.round((Date.now() - began) / 1000)} s, at most ${memory} MB. ${line}`)
  return differences(picture, await pictureOf(to)).map((words) => `${what}: ${words}`)
}

async function whileServed<T>(place: Place, work: (url: string) => Promise<T>): Promise<T> {
  const server = await start(root, place)
  return work(server.url).finally(() => server.stop())
}

function hashOfFiles({ DATA_DIR }: Place): string {
  return hashOfFolder(join(DATA_DIR, 'files'))
}

/** In a process of its own: this one waits for commands, and answers nobody meanwhile. */
async function startS3() {
  const folder = join(home, 's3')
  mkdirSync(folder)
  const port = await freePort()
  const program = join(import.meta.dirname, 'chaos/s3-process.ts')
  const server = spawn(process.execPath, [program, folder, String(port)], { stdio: ['ignore', 'pipe', 'ignore'] })
  all.defer(() => void server.kill())
  await untilPrinted(server.stdout, 'is there')
  return {
    url: `s3://files?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    key: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
  }
}
