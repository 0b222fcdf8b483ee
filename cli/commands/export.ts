import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { count } from '../backup/format-size.ts'
import { command } from '../command-line/define-command.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { exportArchive } from '../export/export-archive.ts'
import { connectToServer, serverOptions } from '../people/find-person.ts'
import { findSubject } from '../people/find-subject.ts'

export const exportAll = command({
  summary: 'writes everything of a client or an agency into one archive',
  operands: 'client|agency <id or name>',
  help: `Each table as JSON and as CSV, and the files, in a tar.gz that every system opens. Entries of the vault stay
sealed. The audit trail has a line about it.`,
  options: {
    ...serverOptions,
    to: { type: 'string', value: 'file', about: 'where to; else a new file in this folder' },
  },
  async run({ values, positionals }, output) {
    if (positionals[0] === 'person') throw new UsageError('Say client or agency.')
    const db = await connectToServer(values)
    const subject = await findSubject(db, positionals)
    const file = resolve(values.to ?? `${subject.kind}-${subject.id}-${new Date().toISOString().slice(0, 10)}.tar.gz`)
    if (existsSync(file)) throw new UsageError(`There is a file ${file} already: name another one by --to.`)
    const { error } = await db.rpc('note_export', { subject: subject.id, name: subject.name, agency: subject.agencyId })
    if (error) throw new Error(error.message, { cause: error })
    const exported = await exportArchive(db, subject, { file, onProgress: (text) => output.progress(text) })
    return { name: subject.name, file, ...exported }
  },
  format: ({ name, file, rows, files }) => {
    const all = Object.values(rows).reduce((sum, rows) => sum + rows, 0)
    return `Everything of ${name}: ${count(all, 'row')} and ${count(files, 'file')} in ${file}.`
  },
})
