import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const PATIENCE_MS = 120_000

/** A state of this repository in a folder of its own, installed as its own `npm start` does it. */
export function cloneOf(commit: string, folder: string): void {
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, folder])
  execFileSync('git', ['-C', folder, 'checkout', '--quiet', commit])
  execFileSync('npm', ['run', '--silent', 'setup'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Today's project, in a folder of its own, with a migration before its last one that cannot be applied. */
export function projectThatFails(folder: string): string {
  cpSync(join(root, 'supabase'), folder, { recursive: true })
  const last = readdirSync(join(folder, 'migrations')).sort().at(-1) ?? ''
  const before = String(Number(last.slice(0, 14)) - 1)
  writeFileSync(join(folder, 'migrations', `${before}_fails.sql`), 'create table public.halfway (); select 1 / 0;')
  return folder
}

export type Server = { url: string; stop(): Promise<void> }

/** `npm start` there, until it answers. Whatever it says is told where it does not. */
export async function start(folder: string, env: Record<string, string>): Promise<Server> {
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm, and what it starts, are ended together.
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (words) => {
      said += words
    })
  }
  const url = `http://localhost:${env.PORT}`
  for (const until = Date.now() + PATIENCE_MS; !(await answers(url)); await pause(250)) {
    if (child.exitCode === null && Date.now() < until) continue
    await end(child)
    throw new Error(`It does not start:\n${said}`)
  }
  return { url, stop: () => end(child) }
}

async function answers(url: string): Promise<boolean> {
  const health = await fetch(`${url}/health`).catch(() => undefined)
  return health?.ok === true
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const exited = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  await exited
  // What npm started may take a moment longer.
  for (let tries = 0; tries < 600; tries++) {
    try {
      process.kill(-child.pid, 0)
    } catch {
      return
    }
    await pause(100)
  }
}
