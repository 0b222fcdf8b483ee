import { useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { StickyDialogFooter } from '../../../ui/dialog.tsx'
import type { Entry } from '../entry.ts'
import type { EntryInput } from '../entry-form.ts'
import { entriesInWords } from '../export/entries-in-words.ts'
import { useFocus } from '../passphrase-change/use-focus.ts'
import type { Candidate } from './candidate.ts'
import { doublesOf } from './doubles.ts'
import type { Source } from './read-csv.ts'

type PreviewProps = {
  source: Source
  candidates: readonly Candidate[]
  entries: readonly Entry[]
  onBack: () => void
  onImport: (chosen: readonly EntryInput[]) => void
}

/** What is in the file, without its passwords; what is there already is left out unless somebody wants it. */
export function Preview({ source, candidates, entries, onBack, onImport }: PreviewProps) {
  const doubles = useMemo(() => doublesOf(candidates, entries), [candidates, entries])
  const [places, setPlaces] = useState<ReadonlySet<number>>(
    () => new Set([...candidates.keys()].filter((place) => isImportable(candidates[place]) && !doubles.has(place))),
  )
  const [isFit] = useState(places.size > 0)
  const chosen = candidates.flatMap((candidate, place) =>
    'entry' in candidate && places.has(place) ? [candidate.entry] : [],
  )
  const unfit = candidates.filter((candidate) => !isImportable(candidate)).length
  return (
    <div className="grid gap-4">
      <p role="status" className="text-sm">
        {[
          `${entriesInWords(candidates.length)} in ${source}’s file.`,
          doubles.size > 0 && `Left out unless you tick them, as doubles: ${doubles.size}.`,
          unfit > 0 && `Not to be imported at all: ${unfit}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <ul aria-label="Entries in the file" className="max-h-[45dvh] overflow-y-auto rounded-control border border-line">
        {candidates.map((candidate, place) => (
          <PreviewRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the file does not change, and two of its entries may be the same
            key={place}
            candidate={candidate}
            note={'problem' in candidate ? candidate.problem : doubles.get(place)}
            isChosen={places.has(place)}
            onChoose={(isChosen) =>
              setPlaces((before) => new Set(isChosen ? [...before, place] : [...before].filter((one) => one !== place)))
            }
          />
        ))}
      </ul>
      <p className="text-ink-soft text-sm">
        They become entries of your own, shared with nobody, and open with the passphrase that the vault is unlocked
        with.
      </p>
      <StickyDialogFooter>
        <Button ref={useFocus(!isFit)} variant="outline" onClick={onBack}>
          Another file
        </Button>
        <Button ref={useFocus(isFit)} disabled={chosen.length === 0} onClick={() => onImport(chosen)}>
          {chosen.length === 0 ? 'Nothing to import' : `Import ${entriesInWords(chosen.length)}`}
        </Button>
      </StickyDialogFooter>
    </div>
  )
}

const isImportable = (candidate: Candidate | undefined) => candidate !== undefined && 'entry' in candidate

type PreviewRowProps = {
  candidate: Candidate
  /** Why it is left out. */
  note: string | undefined
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function PreviewRow({ candidate, note, isChosen, onChoose }: PreviewRowProps) {
  const entry = 'entry' in candidate ? candidate.entry : undefined
  const facts = [entry?.username, entry?.website_url, entry && entry.notes !== '' && 'with notes'].filter(Boolean)
  return (
    <li className="border-line border-t first:border-t-0">
      <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-3 py-2 has-disabled:cursor-default">
        <input
          type="checkbox"
          className="mt-1 size-4 accent-ink"
          disabled={!entry}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span className="grid min-w-0 text-sm">
          <span className="wrap-anywhere font-medium">{candidate.title}</span>
          {facts.length > 0 && <span className="truncate text-ink-soft">{facts.join(' · ')}</span>}
          {note !== undefined && <span className={entry ? 'text-warning' : 'text-danger'}>It {note}.</span>}
        </span>
      </label>
    </li>
  )
}
