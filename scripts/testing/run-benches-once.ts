/**
 * Runs the benches and the trials as small as they can be (engine/testing/measuring/smoke-size.ts), and fails where one fails or has no
 * table to show. A program that fails runs once more, when nothing else of this run does: a busy machine is no fault of it.
 * `node scripts/testing/run-benches-once.ts [name…]` runs those alone, and shows what they say.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const CONCURRENCY = 2
const LIMIT_MS = 300_000
const root = join(import.meta.dirname, '../..')
/** A test does the same with a part of it. */
const inTests: Record<string, string> = { 'trials/hosted.ts': 'trials/hosted/hosted.servers.ts' }
/** Programs that kill and restart servers, or measure a browser for minutes, are slow at any size: they run only by their names. */
const onlyByName = new Set([
  'bench/backup-during-writes.ts',
  'bench/lighthouse.ts',
  'bench/no-enquiry-is-lost.ts',
  'bench/small-machine.ts',
  'trials/chaos.ts',
])

type Outcome = { program: string; fault: string | undefined; said: string }

const wanted = process.argv.slice(2)
const programs = globSync(['{engine/bench,bench,trials}/*.ts'], { cwd: root })
  .filter((file) => saysHowToRunIt(file) && !(file in inTests))
  .filter((file) => (wanted.length === 0 ? !onlyByName.has(file) : wanted.includes(basename(file, '.ts'))))
  .sort()
const failed: Outcome[] = []
const began = performance.now()
const waiting = programs.values()
await Promise.all(
  Array.from({ length: CONCURRENCY }, async () => {
    for (const program of waiting) {
      const outcome = await run(program)
      if (outcome.fault) failed.push(outcome)
      if (wanted.length > 0) console.log(outcome.said)
    }
  }),
)
const faults: string[] = []
for (const first of failed) {
  const { program, fault, said } = await run(first.program)
  if (fault) faults.push(`${program} ${fault}\n${said}`)
  else if (process.env.FLAKY_TESTS) appendFileSync(process.env.FLAKY_TESTS, `${program} ${first.fault}\n`)
}
const broken = wanted.length > 0 ? [] : brokenScripts()
for (const fault of [...faults, ...broken]) console.error(`\n${fault}`)
console.log(`${programs.length} programs in ${((performance.now() - began) / 1000).toFixed(0)} s`)
process.exitCode = programs.length === 0 || faults.length + broken.length > 0 ? 1 : 0

/** The comment at the top of a program says how to run it ("Run: …", "Run as root: …"); the other files are its parts. */
function saysHowToRunIt(file: string): boolean {
  const [comment = ''] = /^\/\*\*[\s\S]*?\*\//.exec(readFileSync(join(root, file), 'utf8')) ?? []
  return /\bRun( (as|in) [a-z/]+)?: /.test(comment)
}

async function run(program: string): Promise<Outcome> {
  const started = performance.now()
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, SMOKE: '1', NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const [code, signal] = await once(child, 'close')
  const seconds = (performance.now() - started) / 1000
  const fault = faultOf(program, said, code ?? signal)
  console.log(`${fault ? '✘' : '✔'} ${program} (${seconds.toFixed(1)} s)`)
  return { program, said, fault }
}

function faultOf(program: string, said: string, end: unknown): string | undefined {
  if (end !== 0) return `ended with ${end}.`
  if (program.startsWith('trials/')) return undefined
  if (!/^[│|] *(0 *│|--- \|.*\n\|)/m.test(said)) return 'showed no table.'
  return said.includes('NaN') ? 'has not measured everything.' : undefined
}

/** The trials in shell need root and a system of their own, so that here they are only read. */
function brokenScripts(): string[] {
  return globSync('trials/*.sh', { cwd: root }).flatMap((script) => {
    const { status, stderr } = spawnSync('bash', ['-n', script], { cwd: root, encoding: 'utf8' })
    return status === 0 ? [] : [`${script} cannot be read: ${stderr}`]
  })
}
