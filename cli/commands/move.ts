import { withoutPassword } from 'engine/config'
import { move as moveInstallation } from 'engine/maintenance'
import { count, formatSize } from '../backup/format-size.ts'
import { command } from '../command-line/define-command.ts'
import { localInstallation, settingsForWriting } from '../command-line/local-installation.ts'
import { typedPath } from '../command-line/typed-path.ts'
import { UsageError } from '../command-line/usage-error.ts'

export const move = command({
  summary: 'copies everything to another database, storage or folder',
  help: `Stop the server first. What is not named stays where it is. Run again after it was cut off: files that have
arrived are not copied twice, rows come all at once or not at all. Everything is compared on both sides, and
the old place is left as it was. Then start the server with the settings that it prints.`,
  options: {
    database: { type: 'string', value: 'url|embedded', about: 'postgresql://…, or the embedded one' },
    storage: { type: 'string', value: 'url|disk', about: 's3://bucket?…, or the folder of DATA_DIR' },
    'data-dir': { type: 'string', value: 'folder', about: 'another DATA_DIR' },
  },
  async run({ values: { database, storage, 'data-dir': dataDir } }, output) {
    if (database === undefined && storage === undefined && dataDir === undefined) throw new UsageError('Say where to.')
    const { config: from } = await localInstallation(process.env)
    const settings = {
      ...process.env,
      ...(database !== undefined && { DATABASE_URL: database === 'embedded' ? '' : database }),
      ...(storage !== undefined && { STORAGE_URL: storage === 'disk' ? '' : storage }),
      ...(dataDir !== undefined && { DATA_DIR: typedPath(dataDir) }),
    }
    const to = settingsForWriting(settings)
    const moved = await moveInstallation({ from, to, onProgress: (text) => output.progress(text) })
    for (const words of moved.notes) output.note(words)
    const { DATABASE_URL = '', STORAGE_URL = '' } = settings
    return { ...moved, settings: { DATA_DIR: to.dataDir, DATABASE_URL: withoutPassword(DATABASE_URL), STORAGE_URL } }
  },
  format: ({ rows, files, bytes, missing, settings }) =>
    [
      `${count(rows, 'row')} and ${count(files, 'file')} of ${formatSize(bytes)} are there, and the same on both sides.`,
      ...(missing > 0 ? [`${count(missing, 'file')} that rows name were missing already.`] : []),
      `Start the server with ${Object.entries(settings)
        .map(([name, value]) => `${name}=${value === '' ? "''" : value}`)
        .join(' ')}`,
    ].join('\n'),
})
