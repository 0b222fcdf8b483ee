import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { keysOf } from '../testing/engine-process.ts'
import { studioProject } from '../testing/paths.ts'
import { startPostgres } from '../testing/start-postgres.ts'
import { countRepetitions } from './count-repetitions.ts'
import { type ServerProcess, startEngineServer, startServerProcess } from './server-process.ts'

/** `cpuMs` is the CPU time of the contestant's process for each sign-in. */
export type Measured = { perSecond: number; cpuMs: number }

export type Contestant = { name: string; measure(atOnce: number, ms: number): Promise<Measured> }

export async function bcryptAlone(opened: AsyncDisposableStack): Promise<Contestant> {
  const server = opened.use(await startServerProcess([join(import.meta.dirname, 'bcrypt-server.ts')], {}))
  return contestant('bcrypt alone', server, async (atOnce, ms) => {
    const answer = await fetch(`${server.url}/?${new URLSearchParams({ 'at-once': `${atOnce}`, ms: `${ms}` })}`)
    const done: { times: number; perSecond: number } = JSON.parse(await answer.text())
    return done
  })
}

const people = ['ana@north.test', 'ben@north.test', 'abe@north.test', 'cleo@south.test', 'sol@south.test']

export type Kind = 'PGlite' | 'PostgreSQL'

export async function engineOn(kind: Kind, opened: AsyncDisposableStack): Promise<Contestant> {
  const dataDir = await mkdtemp(join(tmpdir(), 'engine-sign-in-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const server = opened.use(
    await startEngineServer(
      {
        DATABASE_URL: kind === 'PostgreSQL' ? await postgres(opened) : '',
        DATA_DIR: dataDir,
        PROJECT_DIR: studioProject,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
      },
      '--seed',
    ),
  )
  const pool = new Pool(server.url, { connections: 16, pipelining: 1 })
  opened.defer(() => pool.destroy())
  const { anonKey: apikey } = await keysOf(dataDir)

  let signIns = 0
  async function signIn() {
    const email = people[signIns++ % people.length]
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/auth/v1/token?grant_type=password',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'north-and-south' }),
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${email} is answered ${statusCode}: ${text}`)
  }
  return contestant(`the engine on ${kind}`, server, (atOnce, ms) => countRepetitions(atOnce, ms, signIn))
}

async function postgres(opened: AsyncDisposableStack): Promise<string> {
  const server = await startPostgres()
  opened.defer(() => server.stop())
  return server.url
}

function contestant(
  name: string,
  server: ServerProcess,
  run: (atOnce: number, ms: number) => Promise<{ times: number; perSecond: number }>,
): Contestant {
  return {
    name,
    async measure(atOnce, ms) {
      const before = await server.cpuMs()
      const { times, perSecond } = await run(atOnce, ms)
      return { perSecond, cpuMs: ((await server.cpuMs()) - before) / times }
    },
  }
}
