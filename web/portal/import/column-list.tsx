import { useId } from 'react'
import { cn } from '../../lib/cn.ts'
import { Select } from '../../ui/input.tsx'
import { headingOf, requiredFields, samplesOf, withColumn } from './columns.ts'
import type { ImportDraft } from './import-draft.ts'
import type { ImportKind } from './import-kind.ts'

type ColumnListProps = {
  kind: ImportKind
  draft: ImportDraft
  change: (changes: Partial<ImportDraft>) => void
}

/** The columns of the file with what stands in them, and beside each what it is. */
export function ColumnList({ kind: { fields }, draft: { table, columns }, change }: ColumnListProps) {
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
            <p className="truncate text-ink-soft text-sm">{samplesOf(table, index).join(' · ') || 'Empty'}</p>
          </div>
          <Select
            aria-labelledby={`${id}-${index}`}
            value={name}
            onChange={({ target }) =>
              change({
                columns: withColumn(
                  columns,
                  index,
                  fields.find((field) => field.name === target.value),
                ),
              })
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
