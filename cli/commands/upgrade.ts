import { join } from 'node:path'
import { backUp, rehearse, type UpgradeResult, upgrade as upgradeInstallation } from 'engine/maintenance'
import { openBackupPlace } from '../backup/backup-settings.ts'
import { inspect } from '../backup/inspect-restored-server.ts'
import { command } from '../command-line/define-command.ts'
import { localInstallation } from '../command-line/local-installation.ts'

export const upgrade = command({
  summary: 'brings the database to this version of the code, or tries it on a copy',
  help: `After \`git pull\`, with the server stopped: a backup first, into BACKUP_URL or DATA_DIR/backups, then all migrations
that are missing, in one transaction: where one fails, none was applied, and the old code goes on as before.
\`npm start\` applies them as well, one by one and without a backup.`,
  options: {
    rehearse: { type: 'boolean', about: 'on a copy, also while the server runs; nothing of it stays' },
  },
  async run({ values }, output) {
    const { config, project, tokens } = await localInstallation(process.env)
    const onProgress = (text: string) => output.progress(text)
    if (values.rehearse) {
      const upgraded = await rehearse({ config, project, tokens, onProgress, inspect })
      return { ...upgraded, backup: undefined }
    }
    const place = await openBackupPlace(config, config.backupUrl ?? join(config.dataDir, 'backups'))
    const { name } = await backUp({
      config,
      tokens,
      place,
      passphrase: config.backupPassphrase,
      onProgress,
    })
    output.note(`Backed up into ${place.address}: ${name}`)
    return { ...(await upgradeInstallation(config, project)), backup: name }
  },
  format: formatUpgrade,
})

function formatUpgrade({
  applied,
  added,
  changed,
  removed,
  backup,
}: UpgradeResult & { backup: string | undefined }): string {
  if (applied.length === 0) return 'Nothing is missing: the database is that of this version.'
  const effects = [
    ['new', added],
    ['changed', changed],
    ['gone', removed],
  ] as const
  return [
    `${backup === undefined ? 'These would be applied, and the copy started with them:' : 'Applied:'} ${applied.join(', ')}`,
    ...effects.flatMap(([what, names]) => (names.length > 0 ? [`${what}: ${names.join(', ')}`] : [])),
  ].join('\n')
}
