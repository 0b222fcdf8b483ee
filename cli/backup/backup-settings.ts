import { type Config, ConfigError, parseBackupAddress } from 'engine/config'
import { type BackupPlace, openPlace } from 'engine/maintenance'
import { settingsForWriting } from '../command-line/local-installation.ts'
import { typedPath } from '../command-line/typed-path.ts'

/** The server's settings and the place of its backups: the given one, or BACKUP_URL. */
export async function backupSettings(asked?: string): Promise<{ config: Config; place: BackupPlace }> {
  const config = settingsForWriting(process.env)
  const typed = asked === undefined ? undefined : parseBackupAddress(asked)
  const address = typed && !typed.bucket ? typedPath(typed.folder) : (asked ?? config.backupUrl)
  if (address === undefined) {
    throw new ConfigError('Say where backups are: a folder or s3://bucket/folder, by --at or BACKUP_URL.')
  }
  return { config, place: await openBackupPlace(config, address) }
}

/** Throws `ConfigError` where archives would leave this machine unencrypted. */
export async function openBackupPlace(
  { backupPassphrase }: Pick<Config, 'backupPassphrase'>,
  address: string,
): Promise<BackupPlace> {
  const place = await openPlace(address)
  if (place.isElsewhere && backupPassphrase === undefined) {
    throw new ConfigError('BACKUP_PASSPHRASE should be set: what leaves this machine is always encrypted.')
  }
  return place
}

/** The option shared by `backup`, `verify` and `restore`. */
export const at = {
  at: { type: 'string', value: 'place', about: 'a folder or s3://bucket/folder instead of BACKUP_URL' },
} as const
