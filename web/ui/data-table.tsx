import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { cn } from '../lib/cn.ts'
import { Button } from './button.tsx'
import { Skeleton } from './skeleton.tsx'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  className?: string
  /** The place on a card: a line without a label, or only visible when the card is open. */
  onCard?: 'line' | 'more'
  /** The sort key of the column. */
  sortKey?: string
}

/** The current sorting, and the address for sorting by another column. */
export type TableSorting = {
  sorting: { by: string; isDescending: boolean } | undefined
  linkTo: (key: string) => string
}

/** Checkboxes for a row and for all rows, in a column without a heading; cards have none. */
export type RowCheckboxes<Row> = { of: (row: Row) => ReactNode; ofAll: ReactNode }

export type DataTableProps<Row> = {
  /** A description of the rows, for screen readers. */
  caption: string
  /** A stable array, so that unchanged rows are not rendered again. */
  columns: readonly Column<Row>[]
  /** The rows; undefined while they are loading, which shows placeholders. */
  rows: readonly Row[] | undefined
  /** The width below which rows become cards; many columns need more. */
  foldBelow?: '44rem' | '58rem'
  /** The width below which many columns get narrower (the variant `tight`), before rows become cards. */
  tightBelow?: '68rem' | '84rem'
  sorted?: TableSorting | undefined
  chooser?: RowCheckboxes<Row> | undefined
  /** The name of a row, required if cards can be opened. */
  nameOf?: ((row: Row) => string) | undefined
}

/**
 * A table that becomes a list of cards where space is short: below 768 px, and beside a wide sidebar. Roles are
 * explicit because browsers drop them when a table has another display value.
 */
export function DataTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  foldBelow = '44rem',
  tightBelow,
  sorted,
  chooser,
  nameOf,
}: DataTableProps<Row>) {
  const drawn = useThoseInSightFirst(rows)
  // The body is memoized, so that typing above the table does not render its rows.
  const body = useMemo(
    () => (drawn ? bodyOf({ columns, rows: drawn, chooser, nameOf }) : places(columns)),
    [columns, drawn, chooser, nameOf],
  )
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table
      role="table"
      data-fold={foldBelow}
      data-tight={tightBelow}
      // The wider the table, the larger the gaps between its columns.
      className="w-full text-left [--tight-gap:clamp(0.375rem,1.35cqi-0.5rem,0.625rem)] folded:block"
    >
      <caption className="sr-only">{caption}</caption>
      {/* Above cards it is seen by whoever comes to its links by keyboard. */}
      <thead role="rowgroup" className="folded:not-focus-within:sr-only">
        <tr role="row">
          {chooser && (
            <td role="cell" className={cn(heading, 'w-9 folded:hidden')}>
              {chooser.ofAll}
            </td>
          )}
          {columns.map((column) => (
            <Heading key={column.header} {...column} sorted={sorted} />
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

/** The approximate number of rows in a window. */
const IN_SIGHT = 15

/**
 * Renders rows in sight first when they appear for the first time; on return all are rendered at once, so that the
 * scroll position is kept.
 */
function useThoseInSightFirst<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  const [areAllDrawn, setAllDrawn] = useState(rows !== undefined)
  useEffect(() => {
    if (rows) startTransition(() => setAllDrawn(true))
  }, [rows])
  return useMemo(() => (areAllDrawn ? rows : rows?.slice(0, IN_SIGHT)), [areAllDrawn, rows])
}

const heading =
  'border-line border-y px-2.5 py-2.5 font-medium text-ink-soft text-sm tight:px-(--tight-gap) first:pl-5 tight:first:pl-4 last:pr-5 tight:last:pr-2'

function Heading<Row>({ header, className, sortKey, sorted }: Column<Row> & Pick<DataTableProps<Row>, 'sorted'>) {
  const isSortedBy = sortKey !== undefined && sortKey === sorted?.sorting?.by
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as in DataTable
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSortedBy ? (sorted?.sorting?.isDescending ? 'descending' : 'ascending') : undefined}
      className={cn(heading, className)}
    >
      {sorted && sortKey !== undefined ? (
        <SortLink {...sorted} sortKey={sortKey}>
          {header}
        </SortLink>
      ) : (
        header
      )}
    </th>
    // biome-ignore-end lint/a11y/noRedundantRoles: as in DataTable
  )
}

function SortLink({ sorting, linkTo, sortKey, children }: TableSorting & { sortKey: string; children: string }) {
  const Arrow = sorting?.by === sortKey && sorting.isDescending ? ArrowDown : ArrowUp
  return (
    <Link
      to={linkTo(sortKey)}
      replace
      preventScrollReset
      className="group inline-flex items-center gap-1 whitespace-nowrap hover:text-ink"
    >
      {children}
      <Arrow
        aria-hidden
        className={cn('size-3.5 shrink-0', sorting?.by !== sortKey && 'opacity-0 group-hover:opacity-60 tight:hidden')}
      />
    </Link>
  )
}

type BodyRowProps<Row> = {
  columns: readonly Column<Row>[]
  cell: (column: Column<Row>) => ReactNode
  chooser?: ReactNode
  /** The name of a row whose card can be opened. */
  name?: string | undefined
}

function BodyRow<Row>({ columns, cell, chooser, name }: BodyRowProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as in DataTable
    <tr
      role="row"
      data-open={isOpen || undefined}
      className={cn(
        'group/row relative border-line unfolded:not-last:border-b unfolded:hover:bg-paper/60',
        'folded:flex folded:flex-wrap folded:items-center folded:gap-x-3 gap-y-1 folded:border-t folded:@min-[44rem]:@max-[58rem]:odd:border-r folded:@min-[58rem]:not-nth-[3n]:border-r folded:px-5 folded:py-3',
      )}
    >
      {chooser !== undefined && (
        <td role="cell" className="pl-5 align-middle tight:pl-4 folded:hidden">
          {chooser}
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.header} role="cell" className={cn(cellLook, onCard(column, index), column.className)}>
          <span
            aria-hidden
            className={cn(
              'pt-0.5 text-ink-soft text-sm unfolded:hidden',
              index === 0 && 'hidden',
              column.onCard === 'line' && 'folded:not-group-data-open/row:hidden',
            )}
          >
            {column.header}
          </span>
          <div className="min-w-0">{cell(column)}</div>
          {index === 0 && name !== undefined && (
            <Button
              variant="ghost"
              size="icon"
              aria-expanded={isOpen}
              aria-label={`More about ${name}`}
              onClick={() => setOpen(!isOpen)}
              className="unfolded:hidden absolute top-1.5 right-2"
            >
              <ChevronDown aria-hidden className={cn('transition-transform', isOpen && 'rotate-180')} />
            </Button>
          )}
        </td>
      ))}
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: as in DataTable
  )
}

const cellLook =
  'align-middle text-[0.9375rem] unfolded:h-11 unfolded:px-2.5 unfolded:py-1 unfolded:first:pl-5 unfolded:last:pr-5 tight:px-(--tight-gap) tight:first:pl-4 tight:last:pr-2'

const labelled =
  'folded:grid folded:w-full folded:grid-cols-[5.5rem_minmax(0,1fr)] folded:items-start folded:gap-3 folded:py-1.5'

/** The classes of an open card. */
const opened =
  'folded:group-data-open/row:grid folded:group-data-open/row:w-full folded:group-data-open/row:grid-cols-[5.5rem_minmax(0,1fr)] folded:group-data-open/row:gap-3 folded:group-data-open/row:py-1.5'

/** The place of a column on a card: the first column names the row and is the heading, without a label. */
function onCard<Row>({ onCard: place }: Column<Row>, index: number): string {
  if (index === 0) return 'folded:block folded:w-full folded:pr-8'
  if (place === 'line') return `folded:not-group-data-open/row:min-w-0 folded:not-group-data-open/row:text-sm ${opened}`
  return place === 'more' ? `${labelled} folded:not-group-data-open/row:hidden` : labelled
}

type Body<Row> = Pick<DataTableProps<Row>, 'columns' | 'chooser' | 'nameOf'> & { rows: readonly Row[] }

function bodyOf<Row extends { id: string }>({ columns, rows, chooser, nameOf }: Body<Row>) {
  const opens = columns.some(({ onCard }) => onCard === 'more')
  return rows.map((row) => (
    <BodyRow
      key={row.id}
      columns={columns}
      cell={(column) => column.cell(row)}
      chooser={chooser?.of(row)}
      name={opens ? nameOf?.(row) : undefined}
    />
  ))
}

const PLACES = 8

function places<Row>(columns: readonly Column<Row>[]) {
  return Array.from({ length: PLACES }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing else, and never change their order
    <BodyRow key={place} columns={columns} cell={() => <Skeleton className="h-5 w-3/4" />} />
  ))
}
