import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { Skeleton } from './skeleton.tsx'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  className?: string
}

type DataTableProps<Row> = {
  /** What the rows are, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while the rows are being loaded: then their places are held. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
}

/**
 * A table that becomes a list of cards where it has no room: on every screen below 768 px, and beside a wide sidebar.
 * The roles are spelled out because browsers forget them when a table is not displayed as one.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table role="table" className="w-full text-left @max-[44rem]:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="@max-[44rem]:sr-only">
        <tr role="row">
          {columns.map(({ header, className }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              className={cn(
                'border-line border-y px-3 py-2.5 font-medium text-ink-soft text-sm first:pl-5 last:pr-5',
                className,
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="@max-[44rem]:block">
        {rows
          ? rows.map((row) => <BodyRow key={rowKey(row)} columns={columns} cell={(column) => column.cell(row)} />)
          : places(columns)}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

type BodyRowProps<Row> = { columns: readonly Column<Row>[]; cell: (column: Column<Row>) => ReactNode }

function BodyRow<Row>({ columns, cell }: BodyRowProps<Row>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as in DataTable
    <tr
      role="row"
      className="border-line @min-[44rem]:not-last:border-b @min-[44rem]:hover:bg-paper/60 @max-[44rem]:block @max-[44rem]:border-t @max-[44rem]:px-5 @max-[44rem]:py-4"
    >
      {columns.map((column, index) => (
        <td
          key={column.header}
          role="cell"
          className={cn(
            'align-middle text-[0.9375rem] @min-[44rem]:h-[4.25rem] @min-[44rem]:px-3 @min-[44rem]:py-2.5 @min-[44rem]:first:pl-5 @min-[44rem]:last:pr-5',
            '@max-[44rem]:grid @max-[44rem]:grid-cols-[5.5rem_minmax(0,1fr)] @max-[44rem]:items-start @max-[44rem]:gap-3 @max-[44rem]:py-1.5',
            // The first column names the row: on a card it is the heading, which needs no label.
            index === 0 && '@max-[44rem]:grid-cols-1',
            column.className,
          )}
        >
          <span aria-hidden className={cn('pt-0.5 text-ink-soft text-sm @min-[44rem]:hidden', index === 0 && 'hidden')}>
            {column.header}
          </span>
          <div className="min-w-0">{cell(column)}</div>
        </td>
      ))}
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: as in DataTable
  )
}

const PLACES = 8

function places<Row>(columns: readonly Column<Row>[]) {
  return Array.from({ length: PLACES }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing else, and never change their order
    <BodyRow key={place} columns={columns} cell={() => <Skeleton className="h-5 w-3/4" />} />
  ))
}
