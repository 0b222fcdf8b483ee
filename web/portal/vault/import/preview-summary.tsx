import { entriesInWords } from '../export/entries-in-words.ts'
import type { Reading } from './reading.ts'

type PreviewSummaryProps = { reading: Reading; doubles: ReadonlyMap<number, string> }

/** How much is in the file, and what of it will not be imported as it is. */
export function PreviewSummary({ reading, doubles }: PreviewSummaryProps) {
  const { source, notice, candidates, leftOut, passedOver } = reading
  const unfit = candidates.filter(({ entry }) => !entry).length
  const reserved = candidates.filter(
    ({ reservation }, place) => reservation !== undefined && !doubles.has(place),
  ).length
  const remarks = candidates.filter(({ remark }) => remark !== undefined).length
  return (
    <div className="grid gap-1 text-sm">
      <p role="status">
        {[
          `${entriesInWords(candidates.length)} in ${source === undefined ? 'the' : `${source}’s`} file.`,
          doubles.size > 0 && `Left out unless you tick them, as doubles: ${doubles.size}.`,
          reserved > 0 && `Left out unless you tick them, for the reason below: ${reserved}.`,
          unfit > 0 && `Not to be imported at all: ${unfit}.`,
          remarks > 0 && `Without a password, stored with their text: ${remarks}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {notice !== undefined && <p className="text-ink-soft">{notice}</p>}
      {leftOut.length > 0 && (
        <p className="wrap-anywhere text-ink-soft">Columns that are not imported: {leftOut.join(', ')}.</p>
      )}
      {passedOver.length > 0 && (
        <p className="text-ink-soft">
          Passed over, as no part of the table: {passedOver.length === 1 ? 'row' : 'rows'} {passedOver.join(', ')}.
        </p>
      )}
    </div>
  )
}
