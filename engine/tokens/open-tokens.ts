import { join } from 'node:path'
import type { Config } from '../kernel/config/environment-variables.ts'
import { loadKeys } from './key-file.ts'
import { type KeysOfProject, loadSigningKeys } from './signing-keys.ts'
import { createTokens } from './tokens.ts'

export const keysFileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'keys.json')

/** The key that encrypts the vault of an installation. */
export const vaultKeyOf = (config: Config) => async () => (await loadKeys(keysFileOf(config))).vaultKey

/** The tokens of an installation, with keys from its settings and its data folder; the first start creates them. */
export async function openTokens(config: Config, project: KeysOfProject) {
  const keys = await loadKeys(keysFileOf(config), {
    jwtSecret: config.jwtSecret,
    signing: await loadSigningKeys(project),
  })
  return createTokens(keys)
}
