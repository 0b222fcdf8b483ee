import { useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { StickyDialogFooter } from '../../../ui/dialog.tsx'
import type { Entry } from '../entry.ts'
import type { EntryInput } from '../entry-form.ts'
import { entriesInWords } from '../export/entries-in-words.ts'
import { useFocus } from '../passphrase-change/use-focus.ts'
import { findDuplicates } from './duplicates.ts'
import { PreviewRow } from './preview-row.tsx'
import { PreviewSummary } from './preview-summary.tsx'
import type { Reading } from './reading.ts'

/** The entries to store, and what will be left out: titles of entries, and columns. */
export type ChosenEntries = { entries: readonly EntryInput[]; leftOut: readonly string[] }

type PreviewProps = {
  reading: Reading
  entries: readonly Entry[]
  /** True while entries are being stored. */
  isBusy: boolean
  onChooseColumns?: () => void
  onBack: () => void
  onImport: (chosen: ChosenEntries) => void
}

const SHOWN_AT_ONCE = 200

/** The entries of the file without their passwords. Existing ones are left out unless the person ticks them. */
export function Preview({ reading, entries, isBusy, onChooseColumns, onBack, onImport }: PreviewProps) {
  const { candidates } = reading
  const doubles = useMemo(() => findDuplicates(candidates, entries), [candidates, entries])
  const reservationAt = (place: number) => doubles.get(place) ?? candidates[place]?.reservation
  const [places, setPlaces] = useState<ReadonlySet<number>>(
    () => new Set(candidates.keys().filter((place) => candidates[place]?.entry && !reservationAt(place))),
  )
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const [isFit] = useState(places.size > 0)
  const chosen = candidates.flatMap(({ entry }, place) => (entry && places.has(place) ? [entry] : []))
  const others = candidates.filter((_, place) => !places.has(place)).map(({ title }) => title)
  const columns = reading.source === undefined ? reading.leftOut : []
  const leftOut = [...others, ...columns, ...reading.passedOver.map((number) => `Row ${number}`)]
  return (
    <div className="grid grid-cols-1 gap-4">
      <PreviewSummary reading={reading} doubles={doubles} onChooseColumns={onChooseColumns} />
      <ul aria-label="Entries in the file" className="max-h-[45dvh] overflow-y-auto rounded-control border border-line">
        {candidates.slice(0, most).map((candidate, place) => (
          <PreviewRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the file does not change, and two of its entries may be equal
            key={place}
            candidate={candidate}
            reservation={reservationAt(place)}
            isChosen={places.has(place)}
            onChoose={(isChosen) =>
              setPlaces((before) => new Set(isChosen ? [...before, place] : [...before].filter((one) => one !== place)))
            }
          />
        ))}
        {candidates.length > most && (
          <li className="border-line border-t px-3 py-2">
            <Button variant="link" size="inline" className="text-sm" onClick={() => setMost(most + 5 * SHOWN_AT_ONCE)}>
              Show more of {entriesInWords(candidates.length)}
            </Button>
          </li>
        )}
      </ul>
      <p className="text-ink-soft text-sm">
        They become your own entries, shared with no one, and open with the passphrase the vault is unlocked with.
      </p>
      <StickyDialogFooter>
        <Button ref={useFocus(!isFit && !isBusy)} variant="outline" onClick={onBack}>
          {reading.source === undefined ? 'Back' : 'Another file'}
        </Button>
        <Button
          ref={useFocus(isFit && !isBusy)}
          disabled={chosen.length === 0}
          onClick={() => onImport({ entries: chosen, leftOut })}
        >
          {chosen.length === 0 ? 'Nothing to import' : `Import ${entriesInWords(chosen.length)}`}
        </Button>
      </StickyDialogFooter>
    </div>
  )
}
