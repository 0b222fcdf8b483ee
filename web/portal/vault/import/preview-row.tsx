import type { Candidate } from './candidate.ts'

type PreviewRowProps = {
  candidate: Candidate
  /** Why the entry is left out unless it is ticked. */
  reservation: string | undefined
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

export function PreviewRow({ candidate, reservation, isChosen, onChoose }: PreviewRowProps) {
  const { entry, title, row } = candidate
  const facts = entry
    ? [
        entry.username,
        entry.website_url,
        ...entry.tags,
        entry.notes !== '' && 'with notes',
        entry.two_step_key && 'with two-step key',
      ]
    : [title !== `Row ${row}` && `Row ${row}`]
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
          <span className="wrap-anywhere font-medium">{title}</span>
          {facts.some(Boolean) && <span className="truncate text-ink-soft">{facts.filter(Boolean).join(' · ')}</span>}
          {!entry && <span className="wrap-anywhere text-danger">{candidate.problem}</span>}
          {entry && candidate.remark !== undefined && <span className="text-ink-soft">{candidate.remark}</span>}
          {entry && candidate.codeProblem !== undefined && (
            <span className="text-ink-soft">Its one-time code stays in the notes. {candidate.codeProblem}</span>
          )}
          {entry && reservation !== undefined && <span className="text-warning">{reservation}</span>}
        </span>
      </label>
    </li>
  )
}
