import type { ReactNode } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { useChosenRows } from './chosen-rows.tsx'

type ChosenBarProps<Row> = {
  /** The accessible name of the bar: "Chosen projects". */
  label: string
  rows: readonly Row[]
  /** Renders the actions on the chosen rows. */
  children: (chosen: readonly Row[]) => ReactNode
}

/**
 * The bar with actions on several rows; it is absent while none is chosen. It stands at the end of the list or the
 * window, where it moves no row away from under the pointer and covers no toast.
 */
export function ChosenBar<Row extends { id: string }>({ label, rows, children }: ChosenBarProps<Row>) {
  const { chosen, chooseNone } = useChosenRows(rows)
  if (chosen.length === 0) return null
  return (
    <section
      aria-label={label}
      data-chosen-bar
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 rounded-b-card border-line border-t bg-card px-5 py-2 shadow-raised"
    >
      <p role="status" className="mr-2 font-medium text-sm tabular-nums">
        {formatCount(chosen.length)} chosen
      </p>
      {children(chosen)}
      <Button variant="ghost" onClick={chooseNone} className="ml-auto">
        Choose None
      </Button>
    </section>
  )
}
