import { join } from 'node:path'
import { connectTo, openFolder } from '../database/offline/plain-client.ts'
import { refuseInUse } from '../database/offline/refuse-in-use.ts'
import { type Config, ConfigError } from '../kernel/config/environment-variables.ts'
import { replaceKeys } from '../tokens/key-file.ts'
import { keysFileOf } from '../tokens/open-tokens.ts'

/**
 * Replaces the keys of an installation that is not in use. Everything that the old keys signed is refused from then on:
 * the public and the service key, access tokens, signed URLs, codes in mails. Sessions continue with their refresh
 * tokens.
 */
export async function rotateKeys(config: Config): Promise<void> {
  if (config.jwtSecret !== undefined) {
    throw new ConfigError('JWT_SECRET is set, and is the key: give it another value, of at least 32 characters.')
  }
  const { client, end } = config.databaseUrl
    ? await connectTo(config.databaseUrl, 'rotate keys')
    : await openFolder(join(config.dataDir, 'db'))
  try {
    await refuseInUse(client, config)
    await replaceKeys(keysFileOf(config))
    // The next server to start records its keys.
    await client.query('delete from engine.keys_in_use')
  } finally {
    await end()
  }
}
