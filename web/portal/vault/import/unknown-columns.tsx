import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { StickyDialogFooter } from '../../../ui/dialog.tsx'
import { ColumnList } from '../../import/column-list.tsx'
import { type Columns, missingFields } from '../../import/columns.ts'
import { MissingChoices } from '../../import/missing-choices.tsx'
import { StepTitle } from '../../import/step-title.tsx'
import { fields } from './entry-columns.ts'
import type { UnknownTable } from './unknown-table.ts'

type ColumnsBySightProps = {
  table: UnknownTable
  columns: Columns
  hasHeadings: boolean
  onColumns: (columns: Columns) => void
  onHeadings: (hasHeadings: boolean) => void
  onBack: () => void
  onDone: () => void
}

/** Assigns the columns of a table that no known program has written. */
export function UnknownColumns({ table, columns, hasHeadings, ...on }: ColumnsBySightProps) {
  const openId = useId()
  const open = missingFields(columns, fields).map(({ label }) => label)
  return (
    <div className="grid grid-cols-1 gap-4">
      <StepTitle>Match the columns</StepTitle>
      <p className="text-ink-soft text-sm">
        Say what each column holds. Columns you choose as notes are kept with their headings.
      </p>
      <label className="flex items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          className="size-4 accent-ink"
          checked={hasHeadings}
          onChange={({ target }) => on.onHeadings(target.checked)}
        />
        The first row names the columns
      </label>
      <ColumnList
        table={table}
        columns={columns}
        fields={fields}
        isSecret={(index) => columns[index] === 'password'}
        onChange={on.onColumns}
      />
      <StickyDialogFooter>
        <Button variant="outline" onClick={on.onBack}>
          Another file
        </Button>
        <Button disabled={open.length > 0} aria-describedby={openId} onClick={on.onDone}>
          Preview
        </Button>
        <MissingChoices id={openId} labels={open} />
      </StickyDialogFooter>
    </div>
  )
}
