import { parseArgs } from 'node:util'
import type { Installation } from './installation.ts'
import { startEngine } from './start-engine.ts'

/**
 * Runs the engine as a process of its own: starts it, stops it cleanly on a signal, and prints one line if it could not
 * start. On the command line, `--seed` fills a new database, and `--seed-also <files>` adds further files; `--keys`
 * prints the keys of an installation that has been started before, and ends.
 */
export async function runEngine(installation: Omit<Installation, 'env' | 'seed' | 'seedAlso'>): Promise<void> {
  const { values: asked } = parseArgs({
    options: {
      keys: { type: 'boolean', default: false },
      seed: { type: 'boolean', default: false },
      'seed-also': { type: 'string', multiple: true, default: [] },
    },
  })
  const { env } = process
  // Under `node --watch` this variable makes each thread report its imports to the thread that started it, between the
  // engine's own messages. The folders to watch are named by --watch-path, so the reports are not needed.
  delete env.WATCH_REPORT_DEPENDENCIES
  if (asked.keys) {
    const { parseConfig } = await import('../kernel/config/environment-variables.ts')
    const { keysAsVariables } = await import('../keys/keys-as-variables.ts')
    const { loadProject } = await import('./config-toml.ts')
    const config = parseConfig(env, installation)
    return console.log(await keysAsVariables(config, await loadProject(config.projectDir, env)))
  }
  const started = startEngine({ ...installation, env, seed: asked.seed, seedAlso: asked['seed-also'] })
  const engine = await started.catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    if (env.LOG_LEVEL === 'debug') console.error(error)
    process.exit(1)
  })

  let stopping = false
  async function stop() {
    if (stopping) return
    stopping = true
    await engine.stop()
    process.exit(0)
  }
  // Ctrl+C stops at once, also during a drain.
  process.on('SIGTERM', () => engine.drain().then(stop))
  process.on('SIGINT', stop)
  // The parent process has ended, so nothing else could stop this one.
  process.on('disconnect', stop)
  process.on('unhandledRejection', (error) => console.error('Unhandled promise rejection:', error))
  process.on('uncaughtException', (error) => {
    console.error(error)
    process.exit(1)
  })
}
