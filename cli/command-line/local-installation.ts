import { existsSync, statSync } from 'node:fs'
import { type Config, keysFileOf, loadProject, openTokens, ownUrlOf, parseConfig } from 'engine/config'
import { installation } from '../../server/engine-options.ts'

/** The installation of the settings. Throws if there is none, and creates nothing. */
export async function localInstallation(env: NodeJS.ProcessEnv) {
  const config = settingsForWriting(env)
  if (!existsSync(keysFileOf(config))) {
    throw new Error(`There is no installation in ${config.dataDir} yet: is DATA_DIR the server's?`)
  }
  const project = await loadProject(config.projectDir, env)
  const tokens = await openTokens(config, project)
  const { anonKey, serviceRoleKey } = tokens
  return { config, project, tokens, keys: { anonKey, serviceRoleKey }, url: ownUrlOf(config) }
}

/**
 * The settings in the environment, for a command that writes into their places, also where there is no installation
 * yet. Throws for root where the data belongs to another user, unless the server itself runs as root and calls the command.
 */
export function settingsForWriting(env: NodeJS.ProcessEnv): Config {
  const config = parseConfig(env, installation)
  const { uid = 0 } =
    statSync(keysFileOf(config), { throwIfNoEntry: false }) ?? statSync(config.dataDir, { throwIfNoEntry: false }) ?? {}
  if (uid !== 0 && process.getuid?.() === 0 && env.RUN_BY_SERVER === undefined) {
    throw new Error(
      `Run this as the user of the server (number ${uid}): what root writes there, the server cannot open.`,
    )
  }
  return config
}
