import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import { DataTable, type DataTableProps, type RowCheckboxes } from '../../ui/data-table.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { AllRowsChooser, ChosenRowsProvider, RowChooser } from './chosen-rows.tsx'
import { type ListPage, PAGE_SIZE } from './fetch-page.ts'
import { ListFrame } from './list-frame.tsx'

type RowsCardProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'chooser' | 'nameOf'> & {
  query: UseQueryResult<ListPage<Row>>
  /** False until the columns of the table are known; placeholders stand in for the rows meanwhile. */
  isReady?: boolean
  /** The error message if the rows could not be loaded. */
  failed: string
  /** The content of a list without rows. */
  empty: ReactNode
  linkTo: (page: number) => string
  /** Names a row, for cards that can be opened. Must be the same function in every rendering. */
  nameOf?: (row: Row) => string
  /** The actions on several chosen rows. With it each row gets a checkbox, which is named after the row. */
  Chosen?: ComponentType<{ rows: readonly Row[] }>
  frame?: string
  /** Dialogs about single rows of the list. */
  children?: ReactNode
}

/** A card with one page of a list, the actions on several of its rows, and the pagination. */
export function RowsCard<Row extends { id: string }>({
  query: { data, isError, isPlaceholderData, refetch },
  isReady = true,
  failed,
  empty,
  linkTo,
  nameOf,
  Chosen,
  frame = '',
  children,
  ...table
}: RowsCardProps<Row>) {
  const isChoosable = Chosen !== undefined
  const chooser = useMemo(() => (isChoosable && nameOf ? chooserFor(nameOf) : undefined), [isChoosable, nameOf])

  if (isError && !data) return <ErrorState title={failed} onRetry={() => void refetch()} />
  if (data?.count === 0) return empty
  const rows = data?.rows ?? []
  const body = (
    <>
      <ListFrame isStale={isPlaceholderData} className={frame}>
        <DataTable {...table} rows={isReady ? data?.rows : undefined} chooser={chooser} nameOf={nameOf} />
      </ListFrame>
      {Chosen && <Chosen rows={rows} />}
      {data && <Pagination page={data.page} pageSize={PAGE_SIZE} count={data.count} linkTo={linkTo} />}
      {children}
    </>
  )
  return isChoosable ? <ChosenRowsProvider rows={rows}>{body}</ChosenRowsProvider> : body
}

const chooserFor = <Row extends { id: string }>(nameOf: (row: Row) => string): RowCheckboxes<Row> => ({
  of: (row) => <RowChooser id={row.id} name={nameOf(row)} />,
  ofAll: <AllRowsChooser />,
})
