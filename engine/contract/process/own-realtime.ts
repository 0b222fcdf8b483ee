import type { ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { enginePerFile, kill } from '../../testing/engine-per-file.ts'
import { emptyProject } from '../../testing/paths.ts'
import type { Where } from '../realtime/client.ts'

/** A separate engine for one test file, with settings of its tests' choice. */
export async function ownRealtime(name: string) {
  const { home, url, start, anonKey } = await enginePerFile(name, { endsWith: 'file', begunWith: emptyProject })
  const project = join(home, 'project')
  mkdirSync(project)
  let server: ChildProcess | undefined
  const where: Where = { url, anonKey: '' }

  /** Restarts the engine with an empty project and these settings. */
  async function serve(settings: string, env: Record<string, string>): Promise<ChildProcess> {
    if (server) await kill(server)
    writeFileSync(join(project, 'config.toml'), `project_id = "limits"\n${settings}`)
    server = await start({ PROJECT_DIR: project, ...env })
    where.anonKey = await anonKey()
    return server
  }

  return { where, serve }
}
