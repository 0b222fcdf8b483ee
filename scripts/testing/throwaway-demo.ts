import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, untilPrinted } from 'engine/testing'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface RunningDemo {
  url: string
  /** The people whom the demo prints as sign-in suggestions. */
  people: { email: string; role: string }[]
  /** The folder of its temporary files, where the demo keeps everything. */
  temporaryFolder: string
  /** Ends it like Ctrl+C, and returns the names of temporary files that were left behind. */
  stop(): Promise<string[]>
}

/** `npm run demo` on a free port. */
export async function startDemo(): Promise<RunningDemo> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const temporary = await mkdtemp(join(tmpdir(), 'mainstreet-around-demo-'))
  const demo = spawn(process.execPath, ['scripts/demo.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), SITE_URL: url, RATE_LIMITS: 'off', TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(demo, 'close')

  async function stop() {
    demo.kill('SIGINT')
    await ended
    // Node's compile cache is shared with later programs and may stay.
    const left = (await readdir(temporary)).filter((name) => name !== 'node-compile-cache')
    await rm(temporary, { recursive: true, force: true })
    return left
  }

  try {
    const printed = await untilPrinted(demo.stdout, 'Ctrl+C')
    const invited = printed.matchAll(/^ +(\S+@\S+) +(\w+) /gm)
    return {
      url,
      temporaryFolder: temporary,
      people: [...invited].map(([, email = '', role = '']) => ({ email, role })),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
