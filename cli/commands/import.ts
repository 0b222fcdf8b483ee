import { loadProject } from 'engine/config'
import { importDump } from 'engine/maintenance'
import { count, formatSize } from '../backup/format-size.ts'
import { command } from '../command-line/define-command.ts'
import { settingsForWriting } from '../command-line/local-installation.ts'
import { typedPath } from '../command-line/typed-path.ts'
import { UsageError } from '../command-line/usage-error.ts'

export const importProject = command({
  summary: 'brings the people, rows and files of a hosted Supabase project here',
  help: `Into an empty place: DATA_DIR, DATABASE_URL and STORAGE_URL say where. The tables come from the migrations of this
project, so that the hosted one should have applied the same. Write the files with the Supabase CLI:

  supabase db dump --role-only -f roles.sql
  supabase db dump --data-only --use-copy -f data.sql
  supabase storage cp --experimental --recursive ss:/// files

Everything is counted and compared with the dump, and comes whole or not at all. Passwords stay valid, and people sign
in again once their session of the hosted project has ended. Secrets of the vault cannot leave a hosted project.`,
  options: {
    data: {
      type: 'string',
      multiple: true,
      value: 'file',
      about: 'rows, as INSERT or COPY; may be given several times',
    },
    roles: { type: 'string', value: 'file', about: 'roles of your own' },
    files: { type: 'string', value: 'folder', about: 'stored files, in one folder per bucket' },
  },
  async run({ values: { data = [], roles, files } }, output) {
    if (data.length === 0) throw new UsageError('Say which file has the rows: --data data.sql')
    const config = settingsForWriting(process.env)
    const project = await loadProject(config.projectDir, process.env)
    const imported = await importDump({
      config,
      data: data.map(typedPath),
      roles: roles && typedPath(roles),
      files: files && typedPath(files),
      features: project.featureTables(),
      exposesNewTables: project.config.api.auto_expose_new_tables,
      onProgress: (text) => output.progress(text),
    })
    for (const words of imported.notes) output.note(words)
    return imported
  },
  format: ({ tables, rows, files, bytes, missing }) =>
    [
      `${count(rows, 'row')} of ${count(tables, 'table')} and ${count(files, 'file')} of ${formatSize(bytes)} are here, and the same as in the dump.`,
      ...(missing > 0
        ? [`${count(missing, 'file')} that rows name ${missing === 1 ? 'was' : 'were'} not in the folder.`]
        : []),
      'Start the server with the same settings.',
    ].join('\n'),
})
