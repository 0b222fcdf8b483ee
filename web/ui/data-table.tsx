import { type ReactNode, useMemo } from 'react'
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
  /** The same ones from one rendering to the next, so that the rows stand while nothing in them changes. */
  columns: readonly Column<Row>[]
  /** Undefined while the rows are being loaded: then their places are held. */
  rows: readonly Row[] | undefined
  /** The width below which the rows become cards; many columns need more. */
  foldBelow?: '44rem' | '58rem'
  /** So many columns that they stand closer (the variant `tight`) before they fold. */
  hasMany?: boolean
}

/**
 * A table that becomes a list of cards where it has no room: on every screen below 768 px, and beside a wide sidebar.
 * The roles are spelled out because browsers forget them when a table is not displayed as one.
 */
export function DataTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  foldBelow = '44rem',
  hasMany,
}: DataTableProps<Row>) {
  // Drawn once while neither changes: whoever types above the table waits for their letter, not for its rows.
  const body = useMemo(() => (rows ? bodyOf(columns, rows) : places(columns)), [columns, rows])
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table
      role="table"
      data-fold={foldBelow}
      data-many={hasMany || undefined}
      className="w-full text-left folded:block"
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="folded:sr-only">
        <tr role="row">
          {columns.map(({ header, className }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              className={cn(
                'border-line border-y px-2.5 py-2.5 font-medium text-ink-soft text-sm tight:px-1.5 first:pl-5 tight:first:pl-4 last:pr-5 tight:last:pr-2',
                className,
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody
        role="rowgroup"
        className="folded:block folded:@min-[44rem]:grid folded:@min-[44rem]:grid-cols-2 folded:@min-[58rem]:grid-cols-3"
      >
        {body}
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
      className="border-line unfolded:not-last:border-b unfolded:hover:bg-paper/60 folded:block folded:border-t folded:@min-[44rem]:@max-[58rem]:odd:border-r folded:@min-[58rem]:not-nth-[3n]:border-r folded:px-5 folded:py-4"
    >
      {columns.map((column, index) => (
        <td
          key={column.header}
          role="cell"
          className={cn(
            'align-middle text-[0.9375rem] unfolded:h-[4.25rem] unfolded:px-2.5 unfolded:py-2.5 unfolded:first:pl-5 unfolded:last:pr-5',
            'tight:px-1.5 tight:first:pl-4 tight:last:pr-2',
            'folded:grid folded:grid-cols-[5.5rem_minmax(0,1fr)] folded:items-start folded:gap-3 folded:py-1.5',
            // The first column names the row: on a card it is the heading, which needs no label.
            index === 0 && 'folded:grid-cols-1',
            column.className,
          )}
        >
          <span aria-hidden className={cn('pt-0.5 text-ink-soft text-sm unfolded:hidden', index === 0 && 'hidden')}>
            {column.header}
          </span>
          <div className="min-w-0">{cell(column)}</div>
        </td>
      ))}
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: as in DataTable
  )
}

const bodyOf = <Row extends { id: string }>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
  rows.map((row) => <BodyRow key={row.id} columns={columns} cell={(column) => column.cell(row)} />)

const PLACES = 8

function places<Row>(columns: readonly Column<Row>[]) {
  return Array.from({ length: PLACES }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing else, and never change their order
    <BodyRow key={place} columns={columns} cell={() => <Skeleton className="h-5 w-3/4" />} />
  ))
}
