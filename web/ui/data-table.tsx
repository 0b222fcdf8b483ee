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
  /** On a card without a label beside the others, or only where somebody opens the card. */
  onCard?: 'line' | 'more'
  /** What the rows are sorted by where somebody asks for this column. */
  sortKey?: string
}

/** How the rows are sorted, and the address where they are sorted by another column. */
export type TableSorting = {
  sorting: { by: string; isDescending: boolean } | undefined
  linkTo: (key: string) => string
}

/** What chooses a row, and all of them, in a column without a heading; cards have none. */
export type Chooser<Row> = { of: (row: Row) => ReactNode; ofAll: ReactNode }

export type DataTableProps<Row> = {
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
  sorted?: TableSorting | undefined
  chooser?: Chooser<Row> | undefined
  /** What a row is called: needed where cards have something to open. */
  nameOf?: ((row: Row) => string) | undefined
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
  sorted,
  chooser,
  nameOf,
}: DataTableProps<Row>) {
  const drawn = useThoseInSightFirst(rows)
  // Drawn once while neither changes: whoever types above the table waits for their letter, not for its rows.
  const body = useMemo(
    () => (drawn ? bodyOf({ columns, rows: drawn, chooser, nameOf }) : places(columns)),
    [columns, drawn, chooser, nameOf],
  )
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table
      role="table"
      data-fold={foldBelow}
      data-many={hasMany || undefined}
      className="w-full text-left folded:block"
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

/** About what a window shows. */
const IN_SIGHT = 15

/** The first time that rows come those that one sees do not wait for the others; whoever comes back finds them all, and their place among them. */
function useThoseInSightFirst<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  const [areAllDrawn, setAllDrawn] = useState(rows !== undefined)
  useEffect(() => {
    if (rows) startTransition(() => setAllDrawn(true))
  }, [rows])
  return useMemo(() => (areAllDrawn ? rows : rows?.slice(0, IN_SIGHT)), [areAllDrawn, rows])
}

const heading =
  'border-line border-y px-2.5 py-2.5 font-medium text-ink-soft text-sm tight:px-1.5 first:pl-5 tight:first:pl-4 last:pr-5 tight:last:pr-2'

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
  /** Of a row whose card has something to open. */
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
        'folded:flex folded:flex-wrap folded:items-center folded:gap-x-3 folded:border-t folded:@min-[44rem]:@max-[58rem]:odd:border-r folded:@min-[58rem]:not-nth-[3n]:border-r folded:px-5 folded:py-3',
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
  'align-middle text-[0.9375rem] unfolded:h-11 unfolded:px-2.5 unfolded:py-1 unfolded:first:pl-5 unfolded:last:pr-5 tight:px-1.5 tight:first:pl-4 tight:last:pr-2'

const labelled =
  'folded:grid folded:w-full folded:grid-cols-[5.5rem_minmax(0,1fr)] folded:items-start folded:gap-3 folded:py-1.5'

/** The same, of an open card alone. */
const opened =
  'folded:group-data-open/row:grid folded:group-data-open/row:w-full folded:group-data-open/row:grid-cols-[5.5rem_minmax(0,1fr)] folded:group-data-open/row:gap-3 folded:group-data-open/row:py-1.5'

/** The first column names the row: on a card it is the heading, which needs no label. */
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
