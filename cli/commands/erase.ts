import { parseConfig } from 'engine/config'
import { openPlace } from 'engine/maintenance'
import { installation } from '../../server/engine-options.ts'
import { countErasure, eraseForGood } from '../../server/erasure/erase-for-good.ts'
import { keepReceipts, type Receipt } from '../../server/erasure/erasure-receipts.ts'
import { count } from '../backup/format-size.ts'
import { command } from '../command-line/define-command.ts'
import { eraseFromOutbox } from '../erasure/erase-from-mail-folder.ts'
import { connectToServer, serverOptions } from '../people/find-person.ts'
import { findSubject } from '../people/find-subject.ts'

type Result = {
  name: string
  rows: Record<string, number>
  files: number
  receipt?: Receipt
  keptIn?: string | undefined
}

export const erase = command({
  summary: 'erases a client, a person or an agency for good',
  operands: 'client|person|agency <id, name or e-mail address>',
  help: `Rows, files, mails and what the logs say of them; of an agency its clients and people as well, but for super
admins. First it says how much that is; with --yes it is done. A receipt without names is kept beside the
backups, so that restoring an older one erases them again. Older backups hold them until they are removed.`,
  options: { ...serverOptions, yes: { type: 'boolean', about: 'do it; there is no way back' } },
  async run({ values, positionals }, output): Promise<Result> {
    const db = await connectToServer(values)
    const subject = await findSubject(db, positionals, { orDeleted: true })
    const { name, addresses } = subject
    const { rows, files } = await countErasure(db, subject)
    if (values.yes !== true) return { name, rows, files }
    const receipt = await eraseForGood(db, subject, (text) => output.progress(text))
    const { dataDir, backupUrl } = parseConfig(process.env, installation)
    if (values.url === undefined) await eraseFromOutbox(dataDir, addresses)
    const place = backupUrl === undefined ? undefined : await openPlace(backupUrl)
    if (place) await keepReceipts(db, async () => place)
    else
      output.note(
        'Without BACKUP_URL the receipt is in the database alone: keep this one, for when you restore a backup.',
      )
    return { name, rows: receipt.rows, files: receipt.files.length, receipt, keptIn: place?.address }
  },
  format: ({ name, rows, files, receipt, keptIn }) => {
    const much = [...Object.entries(rows).map(([table, rows]) => `  ${String(rows).padStart(8)}  ${table}`)]
    const all = [...much, `  ${String(files).padStart(8)}  ${count(files, 'file').replace(/^\S+ /, '')}`].join('\n')
    if (!receipt) return `Of ${name} would go:\n${all}\nNothing was erased. Repeat it with --yes.`
    return `Erased for good:\n${all}\nReceipt ${receipt.id}${keptIn === undefined ? `: ${JSON.stringify(receipt)}` : ` in ${keptIn}`}.`
  },
})
