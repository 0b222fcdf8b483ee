/**
 * Installations of earlier states of this repository, each with some days of work in it, brought to the state of today: first
 * rehearsed, then with a migration in the middle that fails, after which the code of then goes on as if nothing had been, and then
 * for good. `node operations/deploy/try/upgrade-from-earlier.ts [COMMIT…]`; without any, five that are eighty commits apart.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../../../engine/testing/free-port.ts'
import { cloneOf, start } from './earlier/clone.ts'
import { type Life, live, look, lost, PASSWORD, signIn } from './earlier/life.ts'

const APART = 80
const STATES = 5
const root = join(import.meta.dirname, '../../..')
const report = z.object({ checks: z.array(z.object({ name: z.string(), state: z.string(), found: z.string() })) })

await using all = new AsyncDisposableStack()
const home = await mkdtemp(join(tmpdir(), 'mainstreet-earlier-'))
all.defer(() => rm(home, { recursive: true, force: true }))

for (const commit of process.argv.length > 2 ? process.argv.slice(2) : statesApart()) {
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

  const failed = mainstreet({ ...env, PROJECT_DIR: projectThatFails(commit) }, 'upgrade')
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

type Env = Record<string, string>

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

/** What doctor says against its schema and its files. */
function doctor(env: Env): string[] {
  const { said } = mainstreet(env, 'doctor', '--json')
  const found = report.safeParse(JSON.parse(said.slice(said.indexOf('{'))))
  if (!found.success) return [`doctor says nothing: ${said}`]
  for (const one of found.data.checks) if (one.name === 'schema') console.log(`  doctor: ${one.found}`)
  return found.data.checks.filter(({ state }) => state === 'problem').map((one) => `doctor: ${one.found}`)
}

function mainstreet(env: Env, ...args: string[]) {
  const ran = spawnSync(process.execPath, [join(root, 'mainstreet.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { code: ran.status, said: `${ran.stderr}${ran.stdout}`.trim() }
}

/** Today's project with a migration before its last one that cannot be applied. */
function projectThatFails(commit: string): string {
  const folder = join(home, `${commit}-project`)
  cpSync(join(root, 'supabase'), folder, { recursive: true })
  const last = readdirSync(join(folder, 'migrations')).sort().at(-1) ?? ''
  const before = String(Number(last.slice(0, 14)) - 1)
  writeFileSync(join(folder, 'migrations', `${before}_fails.sql`), 'create table public.halfway (); select 1 / 0;')
  return folder
}

/** The newest of them so many commits ago. */
function statesApart(): string[] {
  const commits = git('rev-list', '--first-parent', 'HEAD').split('\n')
  return Array.from({ length: STATES }, (_, index) => commits[(index + 1) * APART]?.slice(0, 7) ?? '').filter(Boolean)
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
