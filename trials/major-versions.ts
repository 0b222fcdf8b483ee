/**
 * From one major version of PostgreSQL to another, as docs/operations/upgrade.md says it, with real versions from npm: an office
 * is filled, brought over, and compared: rows and hashes of all tables, files, sign-ins, sessions, the vault, the schema.
 * Run: node trials/major-versions.ts
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startPostgres } from 'engine/testing'
import { freshDatabase } from 'engine/testing/database'
import { start } from './earlier/clone.ts'
import { PASSWORD } from './earlier/life.ts'
import { doctor, type Env, mainstreet } from './earlier/mainstreet.ts'
import { missing, type Office, workIn } from './majors/office.ts'
import { differences, type Picture, pictureOf, rowsIn } from './majors/picture.ts'
import { programsOf } from './majors/programs.ts'

const root = join(import.meta.dirname, '..')

await using all = new AsyncDisposableStack()
const home = await mkdtemp(join(tmpdir(), 'mainstreet-majors-'))
all.defer(() => rm(home, { recursive: true, force: true }))

await tell('PostgreSQL 15, 16, 17 and 18', postgresVersions)

async function tell(title: string, trial: () => Promise<string[]>) {
  console.log(title)
  const began = Date.now()
  const wrong = await trial().catch((error: unknown) => [String(error)])
  for (const words of wrong) console.log(`  ✘ ${words}`)
  console.log(`  ${wrong.length === 0 ? '✔' : '✘'} ${Math.round((Date.now() - began) / 1000)} s`)
  if (wrong.length > 0) process.exitCode = 1
}

/** 15 to 17 by `move`; and 15 to 16 by an archive, from there to 17 and 18 by `move`. */
async function postgresVersions(): Promise<string[]> {
  const on = await databases([15, 16, 17, 18])
  const first = await envFor('first', { DATABASE_URL: await on(15) })
  const { office, picture } = await fill(first)
  const wrong: string[] = []
  const archives = { BACKUP_URL: join(home, 'archives'), BACKUP_PASSPHRASE: 'five or six good words' }
  wrong.push(...ran('15: backup', { ...first, ...archives }, 'backup'))

  const at17 = { ...first, DATABASE_URL: await on(17) }
  wrong.push(...ran('15 → 17: move', first, 'move', '--database', at17.DATABASE_URL))
  wrong.push(...(await compared('17', at17, { ...office }, picture)))

  const at16 = await envFor('restored', { DATABASE_URL: await on(16) })
  wrong.push(...ran('15 → 16: restore', { ...at16, ...archives }, 'restore'))
  wrong.push(...(await compared('16', at16, office, picture)))
  let from = at16
  for (const major of [17, 18]) {
    const picture = await pictureOf(from)
    const to = await envFor(`moved-${major}`, { DATABASE_URL: await on(major) })
    const where = ['--database', to.DATABASE_URL ?? '', '--data-dir', to.DATA_DIR ?? '']
    wrong.push(...ran(`${major - 1} → ${major}: move`, from, 'move', ...where))
    wrong.push(...(await compared(String(major), to, office, picture)))
    from = to
  }
  wrong.push(...differences(picture, await pictureOf(first)).map((words) => `the old place: ${words}`))
  return wrong
}

async function envFor(name: string, more: Env): Promise<Env> {
  return {
    ...{ DATA_DIR: join(home, name), PORT: String(await freePort()) },
    ...{ ADMIN_PASSWORD: PASSWORD, RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...more },
  }
}

/** Servers of these versions, which end with this; what comes back makes a new database on one of them. */
async function databases(majors: readonly number[]): Promise<(major: number) => Promise<string>> {
  const urls = new Map<number, string>()
  // Where this is root, PostgreSQL runs as somebody else, who finds its programs here.
  await chmod(home, 0o755)
  for (const major of majors) {
    const server = await startPostgres(await programsOf(major, home))
    all.defer(() => server.stop())
    urls.set(major, server.url)
  }
  return (major) => freshDatabase(urls.get(major) ?? '')
}

/** Lives in a new installation and takes down what has come of it. */
async function fill(env: Env): Promise<{ office: Office; picture: Picture }> {
  const server = await start(root, env)
  const office = await workIn(server.url).finally(() => server.stop())
  const picture = await pictureOf(env)
  const tables = Object.keys(picture).length
  console.log(`  filled: ${rowsIn(picture)} rows in ${tables} tables, ${office.files.length} files, 2 people`)
  return { office, picture }
}

/** What has become another by coming here: read from the tables, and then by two people from a server of today. */
async function compared(where: string, env: Env, office: Office, then: Picture): Promise<string[]> {
  const wrong = differences(then, await pictureOf(env))
  const server = await start(root, env)
  try {
    wrong.push(...(await missing(office, server.url)), ...doctor(env))
  } finally {
    await server.stop()
  }
  console.log(`  ${where}: ${wrong.length === 0 ? 'all of it is there, and nothing is another' : 'not the same'}`)
  return wrong.map((words) => `${where}: ${words}`)
}

/** What a command has to say that fails; what it says and how long it took otherwise. */
function ran(what: string, env: Env, ...args: string[]): string[] {
  const began = Date.now()
  const { code, said } = mainstreet(env, ...args)
  const line = said.split('\n').findLast((line) => /^(mainstreet-|The database|\d)/.test(line)) ?? ''
  console.log(`  ${what} (${((Date.now() - began) / 1000).toFixed(1)} s): ${line.slice(0, 160)}`)
  return code === 0 ? [] : [`${what} fails: ${said}`]
}
