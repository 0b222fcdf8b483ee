import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redisProgram } from './debian-program.ts'
import { untilPrinted } from './until-printed.ts'

export type RedisServer = {
  url: string
  /** Ends Redis like a power cut. */
  kill(): Promise<void>
  /** Starts an empty Redis on the same port. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts a real Redis for tests, without persistence; removed when stopped. */
export async function startRedis(): Promise<RedisServer> {
  const { command, env } = await redisProgram()
  const folder = mkdtempSync(join(tmpdir(), 'engine-redis-'))
  const port = await lastingPort()
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '', '--appendonly', 'no']
  let server = await run()

  async function run() {
    const child = spawn(command, settings, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    await untilPrinted(child.stdout, 'Ready to accept connections')
    return child
  }
  async function kill() {
    if (server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async start() {
      server = await run()
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A port below the ephemeral range, so that no other process gets it while Redis is stopped. */
async function lastingPort(): Promise<number> {
  const port = randomInt(20_000, 30_000)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
    return port
  } catch {
    return lastingPort()
  } finally {
    probe.close()
  }
}
