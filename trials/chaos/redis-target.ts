import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { freePort, redisProgram, untilPrinted } from 'engine/testing'
import { isUp, killed, type Target } from './faults.ts'

/** Starts Redis without persistence, since it keeps nothing that must survive. Its memory can be filled. */
export async function startRedisTarget(): Promise<Target & { url: string }> {
  const { command, env } = await redisProgram()
  const port = await freePort()
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no']
  let server: ChildProcess | undefined

  async function start() {
    const child = spawn(command, settings, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    server = child
    await untilPrinted(child.stdout, 'Ready to accept connections')
  }
  async function configure(value: string) {
    const connection = createConnection(port, '127.0.0.1')
    await once(connection, 'connect')
    connection.write(`CONFIG SET maxmemory-policy noeviction\r\nCONFIG SET maxmemory ${value}\r\n`)
    await once(connection, 'data')
    connection.end()
  }

  await start()
  return {
    name: 'Redis',
    url: `redis://127.0.0.1:${port}`,
    pids: () => (server?.pid === undefined ? [] : [server.pid]),
    start,
    isUp: () => isUp(server),
    kill: () => killed(server),
    fill: () => configure('1'),
    empty: () => configure('0'),
    end: () => killed(server),
  }
}
