/**
 * Installations of earlier states of this repository, each with some days of work in it, brought to the state of today: first
 * rehearsed, then with a migration in the middle that fails, after which the code of then goes on as if nothing had been, and then
 * for good. `node trials/upgrade-from-earlier.ts [--postgres] [COMMIT…]`; without any, five
 * between the last commit that has the migrations which the baseline replaces, and this one; with --postgres on PostgreSQL 15 instead of the embedded database.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort, startPostgres } from 'engine/testing'
import { freshDatabase } from 'engine/testing/database'
import { cloneOf, projectThatFails, start } from './earlier/clone.ts'
import { type Life, live, look, lost, PASSWORD, signIn } from './earlier/life.ts'
import { doctor, type Env, mainstreet } from './earlier/mainstreet.ts'

const STATES = 5
const root = join(import.meta.dirname, '..')

await using all = new AsyncDisposableStack()
const home = await mkdtemp(join(tmpdir(), 'mainstreet-earlier-'))
all.defer(() => rm(home, { recursive: true, force: true }))

const { values: asked, positionals } = parseArgs({ options: { postgres: { type: 'boolean' } }, allowPositionals: true })
const postgres = asked.postgres ? await startPostgres() : undefined
all.defer(() => postgres?.stop())

for (const commit of positionals.length > 0 ? positionals : earlierStates()) {
  console.log(`\n${git('log', '-1', '--format=%h of %ad: %s', '--date=short', commit)}`)
  const began = Date.now()
  const wrong = await upgradeFrom(commit).catch((error: unknown) => [String(error)])
  for (const words of wrong) console.log(`  ✘ ${words}`)
  console.log(`  ${wrong.length === 0 ? '✔' : '✘'} ${Math.round((Date.now() - began) / 1000)} s`)
  if (wrong.length > 0) process.exitCode = 1
}

async function upgradeFrom(commit: string): Promise<string[]> {
  const folder = join(home, commit)
  const env = {
    ...{ DATA_DIR: join(home, `${commit}-data`), PORT: String(await freePort()) },
    ...{ ADMIN_PASSWORD: PASSWORD, RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
    ...(postgres && { DATABASE_URL: await freshDatabase(postgres.url) }),
  }
  cloneOf(commit, folder)
  const then = await visit(folder, env, async (db) => {
    const refused = await live(db)
    if (refused.length > 0) console.log(`  not taken: ${[...new Set(refused)].join('; ')}`)
    return look(db)
  })
  const rows = Object.values(then.tables).flat().length
  console.log(`  lived in: ${rows} rows`)

  const wrong: string[] = []
  const rehearsed = mainstreet(env, 'upgrade', '--rehearse')
  console.log(`  rehearsed: ${firstLine(rehearsed.said)}`)
  if (rehearsed.code !== 0) wrong.push(`The rehearsal fails: ${rehearsed.said}`)

  const failed = mainstreet({ ...env, PROJECT_DIR: projectThatFails(join(home, `${commit}-project`)) }, 'upgrade')
  console.log(`  with a migration that fails: ${lastLine(failed.said)}`)
  if (failed.code === 0) wrong.push('A migration that fails did not stop it.')
  wrong.push(...(await same('the code of then, afterwards', folder, env, then)))

  const upgraded = mainstreet(env, 'upgrade')
  console.log(`  upgraded: ${firstLine(upgraded.said)}`)
  if (upgraded.code !== 0) wrong.push(`The upgrade fails: ${upgraded.said}`)
  wrong.push(...(await same('the code of today', root, env, then, () => doctor(env))))
  await rm(folder, { recursive: true, force: true })
  return wrong
}

async function visit<T>(folder: string, env: Env, work: (db: Awaited<ReturnType<typeof signIn>>) => Promise<T>) {
  const server = await start(folder, env)
  try {
    return await work(await signIn(server.url))
  } finally {
    await server.stop()
  }
}

/** What is amiss where somebody signs in and looks. */
function same(who: string, folder: string, env: Env, then: Life, also: () => string[] = () => []): Promise<string[]> {
  return visit(folder, env, async (db) => [...lost(then, await look(db)).map((words) => `${who}: ${words}`), ...also()])
}

/** The newest of them so many commits ago. */
function earlierStates(): string[] {
  const baseline = git(
    'grep',
    '-h',
    '--max-count=1',
    '^-- last commit that has them:',
    'HEAD',
    '--',
    'supabase/migrations',
  )
  const oldest = baseline.split(' ').at(-1)
  const commits = [...git('rev-list', '--first-parent', `${oldest}..HEAD~1`).split('\n'), oldest ?? '']
  const apart = Math.max(1, Math.floor((commits.length - 1) / (STATES - 1)))
  return commits
    .filter((commit, index) => commit && (index % apart === 0 || commit === oldest))
    .map((commit) => commit.slice(0, 8))
}

function git(...args: string[]): string {
  return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()
}

function firstLine(text: string): string {
  return (text.split('\n').find((line) => /^(These|Applied|Nothing)/.test(line)) ?? lastLine(text)).slice(0, 200)
}

function lastLine(text: string): string {
  return text.split('\n').at(-1) ?? ''
}
