import { ArrowRight, ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import type { PlannedRow } from './import-plan.ts'

const SHOWN_AT_ONCE = 20

type PlanRowsProps = {
  title: string
  plan: readonly PlannedRow[]
  of: readonly PlannedRow['is'][]
  isOpen?: boolean
  /** Renders the choice that a person makes for a row. */
  choice?: (row: PlannedRow) => ReactNode
  children?: ReactNode
}

/** The planned rows with one outcome, to look through. */
export function PlanRows({ title, plan, of, isOpen = false, choice, children }: PlanRowsProps) {
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const rows = plan.filter(({ is }) => of.includes(is))
  if (rows.length === 0) return <p className="px-4 text-ink-soft text-sm">{title}</p>
  return (
    <details open={isOpen} className="group rounded-control border border-line">
      <summary className="flex cursor-pointer items-center justify-between gap-3 px-4 py-2.5 font-medium text-sm">
        {title}
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-soft transition-transform group-open:rotate-180" />
      </summary>
      <div className="border-line border-t px-4 py-3">
        {children}
        <ol className="grid grid-cols-1 gap-2 text-sm">
          {rows.slice(0, most).map((row) => (
            <li key={row.row} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3">
              <span className="text-ink-soft tabular-nums">Row {formatCount(row.row)}</span>
              <div className="min-w-0 wrap-anywhere">
                <p>{row.title}</p>
                <PlanDetail row={row} />
                {choice?.(row)}
              </div>
            </li>
          ))}
        </ol>
        {rows.length > most && (
          <Button
            variant="link"
            size="inline"
            className="mt-2 text-sm"
            onClick={() => setMost(most + 5 * SHOWN_AT_ONCE)}
          >
            Show more of {formatCount(rows.length)}
          </Button>
        )}
      </div>
    </details>
  )
}

function PlanDetail({ row }: { row: PlannedRow }) {
  if (row.is === 'new') return null
  return (
    <div className="text-ink-soft">
      {row.is === 'wrong' &&
        row.problems.map(({ column, sentence }) => (
          <p key={column + sentence}>
            <span className="text-danger">{column}:</span> {sentence}
          </p>
        ))}
      {row.is === 'twice' && <p>The same as row {formatCount(row.first)}.</p>}
      {row.is === 'same' && <p>By {row.recognisedBy}; nothing is different.</p>}
      {row.is === 'changed' && <p>By {row.recognisedBy}.</p>}
      {row.is === 'namesake' && row.resembles === 'contact' && (
        <p>
          Has {row.recognisedBy} as {String(row.found.values.name)}.
        </p>
      )}
      {(row.is === 'changed' || (row.is === 'namesake' && row.isOne)) &&
        row.changes.map(({ label, before, after }) => (
          <p key={label}>
            {label}: {before} <ArrowRight aria-hidden className="inline size-3.5" />
            <span className="sr-only">becomes</span> <span className="text-ink">{after}</span>
          </p>
        ))}
    </div>
  )
}
