import { useId } from 'react'
import { cn } from '../../lib/cn.ts'
import type { TableFile } from '../../lib/table-file/table-file.ts'
import { Select } from '../../ui/input.tsx'
import { type ColumnField, type Columns, headingOf, requiredFields, samplesOf, withColumn } from './columns.ts'

type ColumnListProps = {
  table: Pick<TableFile, 'headings' | 'rows'>
  columns: Columns
  fields: readonly ColumnField[]
  /** Whether what stands in a column is not to be seen. */
  isSecret?: (index: number) => boolean
  onChange: (columns: Columns) => void
}

/** The columns of the file with what stands in them, and beside each what it is. */
export function ColumnList({ table, columns, fields, isSecret, onChange }: ColumnListProps) {
  const id = useId()
  const offered = [...new Set([...requiredFields(fields), ...fields])]
  return (
    <ul className="grid grid-cols-1 divide-y divide-line border-line border-y">
      {columns.map((name, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has nothing else of its own, and stays in its place
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
          <Select
            aria-labelledby={`${id}-${index}`}
            value={name}
            onChange={({ target }) =>
              onChange(
                withColumn(
                  columns,
                  index,
                  fields.find((field) => field.name === target.value),
                ),
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
        </li>
      ))}
    </ul>
  )
}
