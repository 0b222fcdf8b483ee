import { formatCount } from '../../../lib/formats.ts'
import { Button } from '../../../ui/button.tsx'
import { entriesInWords } from '../export/entries-in-words.ts'
import type { Reading } from './reading.ts'

type PreviewSummaryProps = {
  reading: Reading
  doubles: ReadonlyMap<number, string>
  /** The way out of a program that was recognized wrongly. */
  onChooseColumns: (() => void) | undefined
}

/** Says how many entries are in the file, and how many will not be imported as they are. */
export function PreviewSummary({ reading, doubles, onChooseColumns }: PreviewSummaryProps) {
  const { source, notice, candidates, leftOut, passedOver } = reading
  const unfit = candidates.filter(({ entry }) => !entry).length
  const reserved = candidates.filter(
    ({ reservation }, place) => reservation !== undefined && !doubles.has(place),
  ).length
  const remarks = candidates.filter(({ remark }) => remark !== undefined).length
  return (
    <div className="grid gap-1 text-sm">
      <div role="status" className="grid gap-1">
        <p>{`${entriesInWords(candidates.length)} in ${source === undefined ? 'the' : `${source}’s`} file.`}</p>
        {countLine(unfit, 'cannot be imported.')}
        {countLine(doubles.size, 'in the vault already, or twice in the file: left out unless ticked.')}
        {countLine(reserved, 'left out unless ticked, for the reason below.')}
        {countLine(remarks, 'without a password: stored with the text in place of one.')}
      </div>
      {onChooseColumns && (
        <Button variant="link" size="inline" className="justify-self-start text-sm" onClick={onChooseColumns}>
          Not from {source}? Choose the columns
        </Button>
      )}
      {notice !== undefined && <p className="text-ink-soft">{notice}</p>}
      {leftOut.length > 0 && (
        <p className="wrap-anywhere text-ink-soft">Columns that are not imported: {leftOut.join(', ')}.</p>
      )}
      {passedOver.length > 0 && (
        <p className="text-ink-soft">
          Skipped, not part of the table: {passedOver.length === 1 ? 'row' : 'rows'} {passedOver.join(', ')}.
        </p>
      )}
    </div>
  )
}

const countLine = (count: number, what: string) =>
  count > 0 && (
    <p className="text-ink-soft">
      {formatCount(count)} {what}
    </p>
  )
