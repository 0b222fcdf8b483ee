import { openArchive, restore as restoreArchive } from 'engine/maintenance'
import { noteErasures } from '../../server/erasure/erase-again.ts'
import { type Receipt, readReceipts, receiptsSince } from '../../server/erasure/erasure-receipts.ts'
import { at, backupSettings } from '../backup/backup-settings.ts'
import { describeMarker } from '../backup/bad-archive-markers.ts'
import { chooseGoodArchive } from '../backup/choose-archive.ts'
import { count } from '../backup/format-size.ts'
import { command } from '../command-line/define-command.ts'

export const restore = command({
  summary: 'makes an installation of a backup, in an empty place',
  operands: '[archive]',
  help: `DATA_DIR, DATABASE_URL and STORAGE_URL say where to; it may be another machine, another folder, another kind of
database or of storage than before. Nothing is ever overwritten: where a database or files are already, it
refuses. Of the archives in BACKUP_URL it takes the newest that no trial (backup --verify, verify) has disproved,
and says which it passed over; such a one has to be named. Then start the server.`,
  options: at,
  async run({ values, positionals: [asked] }, output) {
    const { config, place } = await backupSettings(values.at)
    const { name, marker, passedOver } = await chooseGoodArchive(config, place, asked)
    for (const over of passedOver) output.note(`${over.name} is passed over: ${describeMarker(over)}`)
    if (marker) output.note(`${name} is restored because it was named: ${describeMarker(marker)}`)
    const open = openArchive(place, name, config.backupPassphrase)
    const receipts = await readReceipts(place)
    let erasedSince: Receipt[] = []
    const restored = await restoreArchive({
      config,
      open,
      onProgress: (text) => output.progress(text),
      // People who were erased since are never there without the note that erases them again.
      async beforeCommit({ madeAt }) {
        erasedSince = receiptsSince(receipts, madeAt)
        if (erasedSince.length > 0) await noteErasures(config.dataDir, erasedSince)
      },
    })
    for (const words of restored.notes) output.note(words)
    return { name, ...restored, erasedSince: erasedSince.length, passedOver }
  },
  format: ({ name, madeAt, rows, files, hasKeys, missing, erasedSince, passedOver }) =>
    [
      `${name}, as everything was at ${madeAt}: ${count(rows, 'row')} and ${count(files, 'file')} are back.`,
      hasKeys
        ? 'The keys came with it: sessions and links go on.'
        : 'It held no keys: put keys.json of then into DATA_DIR before the start, or everybody signs in again.',
      ...(erasedSince > 0
        ? [
            `${count(erasedSince, 'erasure')} of since then: done again when the server starts, before it lets people in.`,
          ]
        : []),
      ...(missing > 0 ? [`${count(missing, 'file')} were missing when it was made.`] : []),
      ...(passedOver.length > 0
        ? [`${count(passedOver.length, 'newer backup')} passed over, which did not stand the trial; see above.`]
        : []),
    ].join('\n'),
})
