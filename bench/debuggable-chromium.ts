import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromiumExecutable } from '../scripts/testing/chromium.ts'

const START_LIMIT_MS = 30_000

export interface DebuggableChromium extends AsyncDisposable {
  /** The port of the DevTools protocol, on this machine only. */
  port: number
}

/** Starts a Chromium with an empty profile; disposing of it ends the process and removes the profile. */
export async function startChromium(): Promise<DebuggableChromium> {
  const { executablePath, env, args } = await chromiumExecutable()
  const profile = await mkdtemp(join(tmpdir(), 'mainstreet-chromium-'))
  const options = [...args, '--no-default-browser-check', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const browser = spawn(executablePath, [...options, 'about:blank'], { env, stdio: 'ignore' })
  const ended = once(browser, 'exit')

  async function stop() {
    browser.kill('SIGKILL')
    await ended
    // Chromium's other processes end a moment later and may still be writing to the profile.
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
  }

  try {
    return { port: await debuggingPort(profile), [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Reads the port of the DevTools protocol, which Chromium writes into its profile. */
async function debuggingPort(profile: string): Promise<number> {
  const limit = Date.now() + START_LIMIT_MS
  while (Date.now() < limit) {
    const [port = ''] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')).split('\n')
    if (port !== '') return Number(port)
    await sleep(50)
  }
  throw new Error(`Chromium did not start within ${START_LIMIT_MS / 1000} s.`)
}
