import { formatCount } from '../../lib/formats.ts'
import { sampleCells } from '../../lib/table-file/sample-cells.ts'
import { redecode } from '../../lib/table-file/text-file.ts'
import { CodePageChoice } from './code-page-choice.tsx'
import { type ImportDraft, rereadFile } from './import-draft.ts'
import type { ImportKind } from './import-kind.ts'
import { shortened } from './read-values.ts'
import { valueAdjustments } from './value-adjustments.ts'

type FileNotesProps = { kind: ImportKind; draft: ImportDraft; change: (changes: Partial<ImportDraft>) => void }

/** Notes on how the file was read, where other readings exist, and which lines were skipped. */
export function FileNotes({ kind, draft, change }: FileNotesProps) {
  const { file, table } = draft
  const notes = [
    passedOver(table),
    damaged(table),
    ...valueAdjustments(table, { columns: draft.columns, fields: kind.fields }),
  ].filter((note) => note !== undefined)
  return (
    <div className="grid grid-cols-1 gap-3 empty:hidden">
      {!file.isCertain && (
        <CodePageChoice
          file={file}
          letters={sampleCells(table)}
          onChange={(codePage) => change(rereadFile(draft, redecode(file, codePage), kind))}
        />
      )}
      {notes.length > 0 && (
        <ul className="grid grid-cols-1 gap-1 text-ink-soft text-sm">
          {notes.map((note) => (
            <li key={note} className="wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function passedOver({ passedOver: rows }: ImportDraft['table']): string | undefined {
  const [first] = rows
  if (!first) return undefined
  const words = `“${shortened(first.cells.filter(Boolean).join(' '))}”`
  return `Skipped, outside the table: row ${formatCount(first.number)}, ${words}${rows.length > 1 ? `, and ${formatCount(rows.length - 1)} more` : ''}.`
}

function damaged({ damaged: rows }: ImportDraft['table']): string | undefined {
  if (rows.length === 0) return undefined
  const numbers = rows.slice(0, 5).map(({ number }) => formatCount(number))
  const more = rows.length > 5 ? ` and ${formatCount(rows.length - 5)} more` : ''
  return `Damaged: ${rows.length === 1 ? 'row' : 'rows'} ${numbers.join(', ')}${more}. The preview shows why.`
}
