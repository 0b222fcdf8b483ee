import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { enginePerFile, kill } from '../../testing/engine-per-file.ts'
import { copyFirstStart } from '../../testing/first-start.ts'
import { emptyProject } from '../../testing/paths.ts'
import { untilPrinted } from '../../testing/until-printed.ts'

const { home, port, url, run, start, anonKey } = await enginePerFile('process')

describe('the process', () => {
  it('finishes what was asked before SIGTERM, takes no more, and ends with 0', async () => {
    const server = await start()
    const apikey = await anonKey()
    const asking = request(`${url}/rest/v1/rpc/who`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', 'content-length': 2 },
    })
    asking.write('{')
    await once(asking, 'socket')
    if (asking.socket?.connecting) await once(asking.socket, 'connect')
    // The server reads what came first before it answers this.
    await fetch(`${url}/health`)
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

  it('answers under node --watch, which has threads report what they import', async () => {
    await start({ WATCH_REPORT_DEPENDENCIES: '1' })
    expect(await anonKey()).toMatch(/^ey/)
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
    await kill(server)

    await start()
    expect(await anonKey()).toBe(key)
    // The command also works while the server is running.
    const { code, words } = await run({}, '--keys').ended
    expect([code, words]).toEqual([0, expect.stringContaining(`ANON_KEY="${key}"`)])
    expect(words).toMatch(/^PUBLISHABLE_KEY="sb_publishable_.*"\nSECRET_KEY="sb_secret_.*"$/m)
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
      {
        STORAGE_URL: 's3://files?endpoint=http://127.0.0.1:1',
        ...{ AWS_ACCESS_KEY_ID: 'nobody', AWS_SECRET_ACCESS_KEY: 'nothing' },
      },
      'STORAGE_URL should name a bucket that answers: files does not',
    ],
  ])('stops at %o with one line', async (env, line) => {
    const { code, words } = await run({ DATA_DIR: join(home, 'other'), ...env }).ended
    expect(words).toContain(line)
    expect(words.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })

  it('stops where NODE_EXTRA_CA_CERTS names no file, which Node only warns of', async () => {
    const { code, words } = await run({ DATA_DIR: join(home, 'other'), NODE_EXTRA_CA_CERTS: '/none.pem' }).ended
    expect(words).toContain('NODE_EXTRA_CA_CERTS should be a file that can be read: /none.pem.')
    expect(code).toBe(1)
  })

  it('names once what it does not know in config.toml and among the variables, and a mail server that is away, and serves all the same', async () => {
    const project = join(home, 'mistyped')
    mkdirSync(project)
    writeFileSync(
      join(project, 'config.toml'),
      '[api]\nmax_row = 5\nmax_body_size = "1MiB"\n[auth.hook.send_pigeon]\nenabled = true\n',
    )
    const data = join(home, 'mistyped-data')
    await copyFirstStart(data, { project: emptyProject })
    const env = { PROJECT_DIR: project, DATA_DIR: data, LOG_LEVEL: 'warn' }
    const { child, ended } = run({ ...env, DATABSE_URL: 'postgresql://db', MAIL_URL: 'smtp://127.0.0.1:1' })
    const printed = untilPrinted(child.stderr, 'Mail: no mail leaves until the server of MAIL_URL')
    await vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), { timeout: 240_000 })
    await printed
    child.kill('SIGTERM')
    const { words } = await ended
    expect(words.match(/DATABSE_URL is not a setting and has no effect\. Did you mean DATABASE_URL\?/g)).toHaveLength(1)
    expect(words.match(/unknown settings without effect: api\.max_row, auth\.hook\.send_pigeon\./g)).toHaveLength(1)
    expect(words.match(/the Supabase CLI knows no api\.max_body_size, and refuses the file\. Move/g)).toHaveLength(1)
  })

  it('says so when its port is taken', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const { words } = await run().ended
    expect(words).toContain(`another program listens on 127.0.0.1:${port}`)
    other.close()
  })
})
