/**
 * From one major version of PostgreSQL, and of PGlite, to another, as docs/operations/upgrade.md says it, with real versions from
 * npm: an office is filled, brought over, and compared: rows and hashes of all tables, files, sign-ins, sessions, the vault, the
 * schema. `node operations/deploy/try/major-versions.ts [postgres|pglite]`; without either, both.
 */
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../engine/testing/free-port.ts'
import { freshDatabase } from '../../../engine/testing/fresh-database.ts'
import { startPostgres } from '../../../engine/testing/postgres.ts'
import { projectThatFails, start } from './earlier/clone.ts'
import { PASSWORD } from './earlier/life.ts'
import { doctor, type Env, mainstreet } from './earlier/mainstreet.ts'
import { missing, type Office, workIn } from './majors/office.ts'
import { OLDER, olderClone } from './majors/older-clone.ts'
import { differences, hashOfFolder, type Picture, pictureOf, rowsIn } from './majors/picture.ts'
import { programsOf } from './majors/programs.ts'

const root = join(import.meta.dirname, '../../..')
const [asked] = process.argv.slice(2)

await using all = new AsyncDisposableStack()
const home = await mkdtemp(join(tmpdir(), 'mainstreet-majors-'))
all.defer(() => rm(home, { recursive: true, force: true }))

if (asked !== 'pglite') await tell('PostgreSQL 15, 16, 17 and 18', postgresVersions)
if (asked !== 'postgres')
  await tell(`PGlite ${OLDER.pglite} (PostgreSQL ${OLDER.postgres}) to the one of today`, pglites)

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
  const { office, picture } = await fill(root, first)
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

/** In place by `upgrade`, after a rehearsal and one that fails; and elsewhere by `move`. */
async function pglites(): Promise<string[]> {
  const clone = join(home, 'older')
  olderClone(clone)
  const env = await envFor('embedded', {})
  const folder = join(env.DATA_DIR ?? '', 'db')
  const { office, picture } = await fill(clone, env)
  const before = hashOfFolder(folder)
  const wrong: string[] = []
  const unlike = (what: string, folder: string) => {
    if (hashOfFolder(folder) !== before) wrong.push(`${what} changed the old database.`)
  }

  const refused = await start(root, env).then(
    async (server) => `it started, on ${await server.stop()}`,
    (error: unknown) => String(error),
  )
  console.log(`  npm start: ${refused.split('\n').find((line) => line.includes('holds a database')) ?? refused}`)
  if (!refused.includes('Bring it over by the command `upgrade`')) wrong.push('The start does not say what to do.')

  const elsewhere = { ...env, DATA_DIR: join(home, 'embedded-moved') }
  wrong.push(...ran('move', env, 'move', '--data-dir', elsewhere.DATA_DIR))
  wrong.push(...(await compared('moved', elsewhere, { ...office }, picture)))
  unlike('move', folder)

  wrong.push(...ran('upgrade --rehearse', env, 'upgrade', '--rehearse'))
  const failed = mainstreet({ ...env, PROJECT_DIR: projectThatFails(join(home, 'project-that-fails')) }, 'upgrade')
  console.log(`  with a migration that fails: ${failed.said.split('\n').at(-1)}`)
  if (failed.code === 0) wrong.push('A migration that fails did not stop it.')
  unlike('What failed', folder)
  wrong.push(...ran('upgrade', env, 'upgrade'))
  unlike('upgrade', `${folder}.postgresql-${OLDER.postgres}`)
  wrong.push(...(await compared('upgraded', env, office, picture)))
  console.log(`  ${folder} is now of PostgreSQL ${readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()}`)
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

/** Lives in a new installation of the code in `folder`, and takes down what has come of it. */
async function fill(folder: string, env: Env): Promise<{ office: Office; picture: Picture }> {
  const server = await start(folder, env)
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
