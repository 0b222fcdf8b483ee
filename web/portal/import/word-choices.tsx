import { useState } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/input.tsx'
import { type UnassignedWords, unassignedWords } from './assigned-words.ts'
import type { ImportDraft } from './import-draft.ts'
import type { ImportKind } from './import-kind.ts'

const SHOWN_AT_ONCE = 6

type WordChoicesProps = { kind: ImportKind; draft: ImportDraft; change: (changes: Partial<ImportDraft>) => void }

/**
 * Asks once for each word of the file that is not one of our statuses, priorities, types or industries, so that no row is lost
 * over an unknown word.
 */
export function WordChoices({ kind, draft, change }: WordChoicesProps) {
  return unassignedWords(draft.table, { ...draft, fields: kind.fields }).map((others) => (
    <WordList
      key={others.field.name}
      others={others}
      onChoose={(key, value) => change({ words: { ...draft.words, [key]: value } })}
    />
  ))
}

type WordListProps = { others: UnassignedWords; onChoose: (key: string, value: string) => void }

function WordList({ others: { field, words }, onChoose }: WordListProps) {
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-1 font-medium text-sm">{field.label}: what do these words mean?</legend>
      <ul className="grid grid-cols-1 gap-2">
        {words.slice(0, most).map(({ key, word, count, value }) => (
          <li key={key}>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the select within is the control */}
            <label className="grid grid-cols-1 items-center gap-x-5 gap-y-1 text-sm sm:grid-cols-[minmax(0,1fr)_15rem]">
              <span className="wrap-anywhere">
                “{word}” <span className="text-ink-soft">in {rowsTold(count)}</span>
              </span>
              <Select value={value} onChange={({ target }) => onChoose(key, target.value)}>
                <option value="">Not imported</option>
                {field.options?.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </Select>
            </label>
          </li>
        ))}
      </ul>
      {words.length > most && (
        <Button
          variant="link"
          size="inline"
          className="justify-self-start text-sm"
          onClick={() => setMost(words.length)}
        >
          Show all {formatCount(words.length)}
        </Button>
      )}
    </fieldset>
  )
}

const rowsTold = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`
