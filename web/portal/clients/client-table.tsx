import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-and-error-states.tsx'
import { WebsiteLink } from '../../ui/website-link.tsx'
import { ClearFilters } from '../list/clear-filters.tsx'
import type { ListPage } from '../list/fetch-page.ts'
import { RowActions } from '../list/row-actions.tsx'
import { RowsCard } from '../list/rows-card.tsx'
import { useAgencyNames } from '../people/use-agency-names.ts'
import { ChosenClients } from './chosen-clients.tsx'
import type { ListedClient } from './client.ts'
import { ClientCell, StatusCell } from './client-cells.tsx'
import { DeleteClientDialog } from './delete-client-dialog.tsx'
import type { useClientFilters } from './use-client-filters.ts'

type ClientTableProps = {
  clients: UseQueryResult<ListPage<ListedClient>>
  list: Pick<ReturnType<typeof useClientFilters>, 'linkTo' | 'isFiltered' | 'clear' | 'sorting' | 'sortedBy'>
}

export function ClientTable({ clients, list }: ClientTableProps) {
  const [leaving, setLeaving] = useState<ListedClient>()
  const agencyOf = useAgencyNames()
  const columns = useMemo(() => [aboutWhom(agencyOf), ...aboutTheClient, actions(setLeaving)], [agencyOf])
  return (
    <RowsCard
      query={clients}
      failed="The clients could not be loaded."
      empty={<NoClients isFiltered={list.isFiltered} onClear={list.clear} />}
      caption="Clients"
      columns={columns}
      nameOf={nameOf}
      sorted={{ sorting: list.sorting, linkTo: list.sortedBy }}
      Chosen={ChosenClients}
      linkTo={list.linkTo}
    >
      <DeleteClientDialog client={leaving} onClose={() => setLeaving(undefined)} />
    </RowsCard>
  )
}

function NoClients({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <EmptyState title="No clients found.">Add your first client to get started.</EmptyState>
  return (
    <EmptyState title="No clients found." action={<ClearFilters onClear={onClear} />}>
      Try adjusting your search terms.
    </EmptyState>
  )
}

const nameOf = ({ name }: ListedClient) => name

const aboutWhom = (agencyOf: (agencyId: string) => string | undefined): Column<ListedClient> => ({
  header: 'Client',
  sortKey: 'name',
  cell: (client) => <ClientCell client={client} agency={agencyOf(client.agency_id)} />,
  className: '@min-[44rem]:max-w-64',
})

const aboutTheClient: Column<ListedClient>[] = [
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
    cell: (client) => <StatusCell client={client} />,
    onCard: 'line',
    sortKey: 'status',
  },
]

const actions = (onDelete: (client: ListedClient) => void): Column<ListedClient> => ({
  header: 'Actions',
  onCard: 'more',
  cell: (client) => (
    <RowActions name={client.name} to={`/dashboard/clients/${client.id}`} onDelete={() => onDelete(client)} />
  ),
})
