import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, untilPrinted } from 'engine/testing'
import { install } from './install-programs.ts'

/** The Deno version of hosted Supabase's edge runtime. */
const DENO = '2.1.4'
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'supabase/functions')

/** Installs Deno from npm once, into node_modules/.cache: it is too large for everybody's install. */
function denoProgram(): string {
  const { platform, arch } = process
  const name = `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`
  const cache = join(root, 'node_modules/.cache', `deno-${DENO}`)
  return join(install(name, DENO, cache), 'node_modules', name, 'deno')
}

/** Serves every function of the project on real Deno, with these secrets as its only environment. */
export async function deployFunctions(secrets: Readonly<Record<string, string>>) {
  const deno = denoProgram()
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory() && entry.name !== '_shared').map(({ name }) => name)
  let worker = await start()
  return {
    names,
    /** Returns the port of the worker that takes requests now. */
    port: () => worker.port,
    /** Ends the worker, as the platform does; later requests find another one. */
    async recycle() {
      const ended = worker
      worker = await start()
      await end(ended)
    },
    [Symbol.asyncDispose]: () => end(worker),
  }

  async function start() {
    const port = await freePort()
    const main = join(import.meta.dirname, 'serve-functions.ts')
    const { PATH = '', HOME = '', DENO_DIR } = process.env
    const child = spawn(deno, ['run', '--allow-all', '--no-lock', '--quiet', main, String(port), folder, ...names], {
      cwd: root,
      env: { PATH, HOME, ...(DENO_DIR && { DENO_DIR }), NO_COLOR: '1', ...secrets },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await untilPrinted(child.stdout, 'The functions are served.')
    return { child, port }
  }
}

async function end({ child }: { child: ChildProcess }) {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
