import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { freePort } from './free-port.ts'

const home = mkdtempSync(join(tmpdir(), 'mainstreet-process-'))
const started: ChildProcess[] = []
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const port = await freePort()
const url = `http://127.0.0.1:${port}`

function run(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['backend/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(home, 'data'),
      PROJECT_DIR: 'backend/contract/project',
      DATABASE_URL: '',
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  return { child, ended: end(child, child.stdout, child.stderr) }
}

/** What it printed, and the code it ended with. */
async function end(child: ChildProcess, ...streams: Readable[]) {
  const [[code], ...words] = await Promise.all([once(child, 'close'), ...streams.map((stream) => text(stream))])
  return { code, words: words.join('') }
}

async function start(env?: Record<string, string>) {
  const { child } = run(env)
  await expect
    .poll(
      () =>
        fetch(`${url}/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(200)
  return child
}

const anonKey = async () => {
  const config = z.object({ supabaseAnonKey: z.string() }).parse(await (await fetch(`${url}/config.json`)).json())
  return config.supabaseAnonKey
}

describe('the process', () => {
  it('finishes what was asked before SIGTERM, takes no more, and ends with 0', async () => {
    const server = await start()
    const apikey = await anonKey()
    const asking = request(`${url}/rest/v1/rpc/who`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', 'content-length': 2 },
    })
    asking.write('{')
    await sleep(300)
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await expect
      .poll(() =>
        fetch(`${url}/health`).then(
          () => 'answers',
          () => 'refuses',
        ),
      )
      .toBe('refuses')
    asking.end('}')
    const [response] = await once(asking, 'response')
    expect(response.statusCode).toBe(200)
    expect(JSON.parse(await text(response))).toMatchObject({ role: 'anon' })
    expect(await exited).toEqual([0, null])
  })

  it('keeps what it acknowledged through kill -9, with its keys', async () => {
    const server = await start()
    const key = await anonKey()
    const signUp = await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'kept@example.test', password: 'a good password' }),
    })
    expect(signUp.status).toBe(200)
    server.kill('SIGKILL')
    await once(server, 'exit')

    await start()
    expect(await anonKey()).toBe(key)
    const signIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'kept@example.test', password: 'a good password' }),
    })
    expect(await signIn.text()).toContain('Email not confirmed')
  })

  it('refuses a folder that another process has, and says which', async () => {
    const first = await start()
    const second = run({ PORT: '0' })
    const { code, words } = await second.ended
    expect(words).toContain(`is in use by process ${first.pid}`)
    expect(code).toBe(1)
  })

  it.each([
    [{ PORT: 'http' }, 'PORT should be a port number from 0 to 65535.'],
    [
      { DATABASE_URL: 'postgresql://127.0.0.1:1/none' },
      'DATABASE_URL should be the address of a database that answers',
    ],
    [{ PROJECT_DIR: '/nowhere/at/all' }, 'PROJECT_DIR should be a folder'],
    [{ MAIL_URL: 'mail.example' }, 'MAIL_URL should be an address'],
  ])('stops at %o with one line', async (env, line) => {
    const { code, words } = await run({ DATA_DIR: join(home, 'other'), ...env }).ended
    expect(words).toContain(line)
    expect(words.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })

  it('says so when its port is taken', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    expect((await run().ended).words).toContain(`another program listens on 127.0.0.1:${port}`)
    other.close()
  })
})
