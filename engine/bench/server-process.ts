import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { SERVER_FLAGS } from '../assembly/node-flags.ts'
import { freePort } from '../testing/free-port.ts'
import { engineProgram } from '../testing/paths.ts'
import { untilPrinted } from '../testing/until-printed.ts'

const ANSWER_TIMEOUT_MS = 5_000

export interface ServerProcess extends AsyncDisposable {
  url: string
  /** The CPU time of the whole process so far. */
  cpuMs(): Promise<number>
  memoryMb(): Promise<number>
  /** The peak memory of the server's process. */
  peakMb(): Promise<number>
}

/** Starts a server as a process of its own, which serves at `PORT` and prints " is at " once it answers. */
export async function startServerProcess(
  [program, ...parameters]: [string, ...string[]],
  env: Record<string, string>,
): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const tellCpu = new URL('report-cpu-time.ts', import.meta.url).href
  const server = spawn(process.execPath, ['--import', tellCpu, program, ...parameters], {
    env: { ...process.env, PORT: String(port), SITE_URL: url, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  // The server ends with this process, however this process ends.
  process.once('exit', () => server.kill('SIGKILL'))
  await untilPrinted(server.stdout, ' is at ')
  return {
    url: `http://127.0.0.1:${port}`,
    cpuMs: async () => (await askProcess(server, 'cpu?')) / 1000,
    memoryMb: async () => Math.round((await askProcess(server, 'memory now?')) / 1024),
    peakMb: async () => Math.round((await askProcess(server, 'memory?')) / 1024),
    async [Symbol.asyncDispose]() {
      if (server.exitCode !== null || server.signalCode !== null) return
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      // A server that never finishes closing must not block the rest of the cleanup.
      const patience = setTimeout(() => server.kill('SIGKILL'), ANSWER_TIMEOUT_MS)
      await exited
      clearTimeout(patience)
    },
  }
}

/** Starts the engine with the flags of a real server. */
export const startEngineServer = (env: Record<string, string>, ...parameters: string[]) =>
  startServerProcess([...SERVER_FLAGS, engineProgram, ...parameters], env)

async function askProcess(server: ChildProcess, question: string): Promise<number> {
  const answer = once(server, 'message')
  server.send(question)
  return Number((await answer)[0])
}
