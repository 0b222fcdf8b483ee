import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { type Column, DataTable, type TableSorting } from '../../ui/data-table.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { WebsiteLink } from '../../ui/website-link.tsx'
import { type ListPage, PAGE_SIZE } from '../list/fetch-page.ts'
import { ListFrame } from '../list/list-frame.tsx'
import { RowActions } from '../list/row-actions.tsx'
import { RowLink } from '../list/row-link.tsx'
import type { Client } from './client.ts'
import { DeleteClientDialog } from './delete-client-dialog.tsx'
import { StatusBadge } from './status-badge.tsx'

type ClientTableProps = {
  clients: UseQueryResult<ListPage<Client>>
  search: string
  linkTo: (page: number) => string
  sorted: TableSorting
}

export function ClientTable({ clients, search, linkTo, sorted }: ClientTableProps) {
  const [leaving, setLeaving] = useState<Client>()
  const columns = useMemo(() => [...aboutTheClient, actions(setLeaving)], [])
  const { data, isError, isPlaceholderData, refetch } = clients

  if (isError && !data) return <ErrorState title="The clients could not be loaded." onRetry={() => void refetch()} />
  if (data?.count === 0) {
    return (
      <EmptyState title="No clients found.">
        {search === '' ? 'Add your first client to get started.' : 'Try adjusting your search terms.'}
      </EmptyState>
    )
  }
  return (
    <>
      <ListFrame isStale={isPlaceholderData}>
        <DataTable caption="Clients" columns={columns} rows={data?.rows} nameOf={nameOf} sorted={sorted} />
      </ListFrame>
      {data && <Pagination page={data.page} pageSize={PAGE_SIZE} count={data.count} linkTo={linkTo} />}
      <DeleteClientDialog client={leaving} onClose={() => setLeaving(undefined)} />
    </>
  )
}

const nameOf = ({ name }: Client) => name

const aboutTheClient: Column<Client>[] = [
  {
    header: 'Client',
    sortKey: 'name',
    cell: ({ id, name, company_name }) => (
      <>
        <RowLink to={`/dashboard/clients/${id}`} name={name} />
        {company_name && (
          <p className="text-ink-soft text-sm unfolded:text-xs">
            <BreakableText>{company_name}</BreakableText>
          </p>
        )}
      </>
    ),
    className: '@min-[44rem]:max-w-64',
  },
  {
    header: 'Contact',
    onCard: 'more',
    cell: ({ email, phone, website_url }) => (
      <div className="grid gap-x-3 gap-y-0.5 text-sm unfolded:text-xs unfolded:leading-tight">
        <a href={`mailto:${email}`} title={email} className="truncate hover:underline">
          {email}
        </a>
        <div className="flex min-w-0 flex-wrap gap-x-3 unfolded:flex-nowrap">
          {phone && <p className="text-ink-soft unfolded:whitespace-nowrap">{phone}</p>}
          {website_url && <WebsiteLink typed={website_url} />}
        </div>
      </div>
    ),
    className: '@min-[44rem]:max-w-64',
  },
  {
    header: 'Industry',
    sortKey: 'industry',
    onCard: 'more',
    cell: ({ industry }) => industry || <span className="text-ink-soft">Not specified</span>,
  },
  {
    header: 'Status',
    cell: ({ prospect_status }) => <StatusBadge stored={prospect_status} />,
    onCard: 'line',
    sortKey: 'status',
  },
]

const actions = (onDelete: (client: Client) => void): Column<Client> => ({
  header: 'Actions',
  onCard: 'more',
  cell: (client) => (
    <RowActions name={client.name} to={`/dashboard/clients/${client.id}`} onDelete={() => onDelete(client)} />
  ),
})
