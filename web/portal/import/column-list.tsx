import { CircleHelp } from 'lucide-react'
import { useId } from 'react'
import { cn } from '../../lib/cn.ts'
import type { TableFile } from '../../lib/table-file/table-file.ts'
import { Select } from '../../ui/input.tsx'
import { type ColumnField, type Columns, headingOf, requiredFields, samplesOf, withColumn } from './columns.ts'

type ColumnListProps = {
  table: Pick<TableFile, 'headings' | 'rows'>
  columns: Columns
  fields: readonly ColumnField[]
  /** Whether the values of a column must not be shown, such as passwords. */
  isSecret?: (index: number) => boolean
  /** Indexes of columns whose guessed field the person has not confirmed. */
  unsure?: readonly number[]
  onChange: (columns: Columns, index: number) => void
}

/** The columns of an imported file with sample values, each with a choice of its field. */
export function ColumnList({ table, columns, fields, unsure = [], isSecret, onChange }: ColumnListProps) {
  const id = useId()
  const offered = [...new Set([...requiredFields(fields), ...fields])]
  return (
    <ul className="grid grid-cols-1 divide-y divide-line border-line border-y">
      {columns.map((name, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has no id, and its index never changes
          key={index}
          className="grid grid-cols-1 items-center gap-x-5 gap-y-1.5 py-2.5 sm:grid-cols-[minmax(0,1fr)_15rem]"
        >
          <div className="min-w-0">
            <p
              id={`${id}-${index}`}
              className={cn('wrap-anywhere font-medium text-sm', name === '' && 'text-ink-soft')}
            >
              {headingOf(table, index)}
            </p>
            <p className="truncate text-ink-soft text-sm">
              {isSecret?.(index) ? '••••••••' : samplesOf(table, index).join(' · ') || 'Empty'}
            </p>
          </div>
          <div className="grid gap-1">
            <Select
              aria-labelledby={`${id}-${index}`}
              {...(unsure.includes(index) && { 'aria-describedby': `${id}-${index}-unsure` })}
              value={name}
              onChange={({ target }) =>
                onChange(
                  withColumn(
                    columns,
                    index,
                    fields.find((field) => field.name === target.value),
                  ),
                  index,
                )
              }
            >
              <option value="">Not imported</option>
              {offered.map((field) => (
                <option key={field.name} value={field.name}>
                  {field.label}
                </option>
              ))}
            </Select>
            {unsure.includes(index) && (
              <p id={`${id}-${index}-unsure`} className="flex items-center gap-1.5 text-info text-sm">
                <CircleHelp aria-hidden className="size-4 shrink-0" />
                Guessed. Is it right?
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
