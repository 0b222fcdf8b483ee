import { existsSync } from 'node:fs'
import { keysFileOf, loadProject, openTokens } from 'engine/config'
import { openArchive, recordVerification, verify as verifyArchive } from 'engine/maintenance'
import { at, backupSettings } from '../backup/backup-settings.ts'
import { chooseArchive } from '../backup/choose-archive.ts'
import { count } from '../backup/format-size.ts'
import { inspect } from '../backup/inspect-restored-server.ts'
import { trialRestore } from '../backup/trial-restore.ts'
import { command } from '../command-line/define-command.ts'

export const verify = command({
  summary: 'restores a backup for trial, and says whether all of it is there',
  operands: '[archive]',
  help: `Of the archives in BACKUP_URL the newest, unless one is named. It is restored into a folder of its own beside
the data, counted and compared, started, signed in to, and removed again. That it was proven is remembered; where
it was not, that stands beside it, and restore takes it only by its name.`,
  options: at,
  async run({ values, positionals: [asked] }, output) {
    const { config, place } = await backupSettings(values.at)
    const name = await chooseArchive(config, place, asked)
    const open = openArchive(place, name, config.backupPassphrase)
    const onProgress = (text: string) => output.progress(text)
    const found = await trialRestore({ place, name, output }, () =>
      verifyArchive({ config, open, onProgress, inspect }),
    )
    // A machine without the installation's keys has no server that could remember the result, and no keys are made for
    // that.
    if (existsSync(keysFileOf(config))) {
      await recordVerification(
        config,
        await openTokens(config, await loadProject(config.projectDir, process.env)),
        name,
      )
    }
    return { name, place: place.address, ...found }
  },
  format: ({ name, rows, files, missing, odd }) =>
    [
      `${name} is good: ${count(rows, 'row')} and ${count(files, 'file')} came back, and somebody has signed in.`,
      ...(missing > 0 ? [`${count(missing, 'file')} were missing when it was made.`] : []),
      ...odd,
    ].join('\n'),
})
