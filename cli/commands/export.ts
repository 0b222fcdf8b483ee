import { createWriteStream, existsSync } from 'node:fs'
import { access, constants, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { parseConfig } from 'engine/config'
import { installation } from '../../server/engine-options.ts'
import { type ExportSubject, exportArchive } from '../../supabase/functions/_shared/export/export-archive.ts'
import { count } from '../backup/format-size.ts'
import { command } from '../command-line/define-command.ts'
import { callersFolder, typedPath } from '../command-line/typed-path.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { connectToServer, serverOptions } from '../people/find-person.ts'
import { findSubject } from '../people/find-subject.ts'

export const exportAll = command({
  summary: 'writes everything of a client or an agency into one archive',
  operands: 'client|agency <id or name>',
  help: `Each table as JSON and as CSV, and the files, in a tar.gz that every system opens. Entries of the vault stay
sealed. The audit trail has a line about it.`,
  options: {
    ...serverOptions,
    to: { type: 'string', value: 'file', about: 'where to; else a new file in this folder, or DATA_DIR' },
  },
  async run({ values, positionals }, output) {
    const db = await connectToServer(values)
    const { kind, id, name, agencyId } = await findSubject(db, positionals)
    if (kind === 'person') throw new UsageError('Say client or agency.')
    const fileName = `${kind}-${id}-${new Date().toISOString().slice(0, 10)}.tar.gz`
    const file = values.to === undefined ? join(await writableFolder(), fileName) : typedPath(values.to)
    if (existsSync(file)) throw new UsageError(`There is a file ${file} already: name another one by --to.`)
    const { error } = await db.rpc('note_export', { subject: id, name, agency: agencyId })
    if (error) throw new Error(error.message, { cause: error })
    const exported = await writeArchive(db, { kind, id, name }, { file, onProgress: (text) => output.progress(text) })
    return { name, file, ...exported }
  },
  format: ({ name, file, rows, files }) => {
    const all = Object.values(rows).reduce((sum, rows) => sum + rows, 0)
    return `Everything of ${name}: ${count(all, 'row')} and ${count(files, 'file')} in ${file}.`
  },
})

/** The caller's folder; DATA_DIR where the server's user may not write there, as in root's folder or in the image. */
const writableFolder = () =>
  access(callersFolder(), constants.W_OK).then(callersFolder, () => parseConfig(process.env, installation).dataDir)

type Writing = { file: string; onProgress: (text: string) => void }

/** Writes the archive into a new file, which is removed if it fails. */
async function writeArchive(db: SupabaseClient, subject: ExportSubject, { file, onProgress }: Writing) {
  const { archive, exported } = exportArchive(db, subject, onProgress)
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const [counts, written] = await Promise.allSettled([exported, pipeline(Readable.fromWeb(archive), output)])
  if (counts.status === 'fulfilled' && written.status === 'fulfilled') return counts.value
  // A file that existed before is not ours to remove.
  if (output.pending === false) await rm(file, { force: true })
  throw counts.status === 'rejected' ? counts.reason : written.status === 'rejected' && written.reason
}
