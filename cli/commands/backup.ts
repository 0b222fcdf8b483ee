import { backUp, openArchive, verify } from 'engine/maintenance'
import { at, backupSettings } from '../backup/backup-settings.ts'
import { count, formatSize } from '../backup/format-size.ts'
import { inspect } from '../backup/inspect-restored-server.ts'
import { pruneAfter } from '../backup/prune-archives.ts'
import { trialRestore } from '../backup/trial-restore.ts'
import { command } from '../command-line/define-command.ts'
import { localInstallation } from '../command-line/local-installation.ts'

export const backup = command({
  summary: 'writes everything into one archive, while the server runs',
  help: `Database, files and, with BACKUP_PASSPHRASE, keys, as they are at one moment, go into one archive in
BACKUP_URL, a folder or s3://bucket/folder. Without a passphrase nothing is encrypted and keys.json is left
out: keep it yourself. The server does this each night where BACKUP_URL is set.`,
  options: {
    ...at,
    verify: { type: 'boolean', about: 'restore it for trial at once, and remember that it was proven' },
    prune: { type: 'boolean', about: 'keep 7 daily, 4 weekly and 12 monthly ones, and remove the others' },
  },
  async run({ values: { at: asked, verify: isVerified = false, prune = false } }, output) {
    const { config, tokens } = await localInstallation(process.env)
    const { place } = await backupSettings(asked)
    const passphrase = config.backupPassphrase
    const onProgress = (text: string) => output.progress(text)
    const odd: string[] = []
    const backingUp = backUp({
      config,
      tokens,
      place,
      passphrase,
      onProgress,
      ...(isVerified && {
        prove: async ({ name }: { name: string }) => {
          const open = openArchive(place, name, passphrase)
          odd.push(
            ...(await trialRestore({ place, name, output }, () => verify({ config, open, onProgress, inspect }))).odd,
          )
        },
      }),
    })
    const { made, removed } = prune
      ? await pruneAfter(config, place, backingUp)
      : { made: await backingUp, removed: [] }
    const notes = [...made.notes, ...odd]
    if (made.missing > 0) notes.push(`${count(made.missing, 'file')} that rows name were not there, and are not in it.`)
    for (const words of notes) output.note(words)
    return { ...made, notes, isProven: isVerified, isEncrypted: passphrase !== undefined, removed, odd }
  },
  format: ({ name, place, bytes, rows, files, isProven, removed }) =>
    [
      `${name} in ${place}: ${formatSize(bytes)}, ${count(rows, 'row')}, ${count(files, 'file')}${isProven ? ', restored for trial' : ''}.`,
      ...(removed.length > 0 ? [`${count(removed.length, 'older one')} removed.`] : []),
    ].join('\n'),
})
