import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connectTo, openFolder } from '../database/offline/plain-client.ts'
import { tableExists } from '../database/offline/table-exists.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { runningServer } from './ask-running-server.ts'
import { recordsOf } from './backup-records.ts'

/** Records that a trial restore of this archive succeeded, if the installation has a database. */
export async function recordVerification(
  config: Config,
  tokens: Pick<Tokens, 'serviceRoleKey'>,
  name: string,
): Promise<void> {
  const folder = join(config.dataDir, 'db')
  if (!config.databaseUrl) {
    if (!existsSync(folder) || (await runningServer(config, tokens).noteProven(name))) return
  }
  const { client, end } = config.databaseUrl
    ? await connectTo(config.databaseUrl, `${config.name} verify`)
    : await openFolder(folder)
  try {
    if (await tableExists(client, 'engine.backups')) await recordsOf(client).recordVerified(name)
  } finally {
    await end()
  }
}
