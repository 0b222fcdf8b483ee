import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { LazyButton } from '../../ui/lazy-button.tsx'
import { ImportButton } from '../import/import-button.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { useMe } from '../me/me.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import { Page } from '../page/page.tsx'
import { Views } from '../saved-views/views.tsx'
import { ClientFilterBar } from './client-filter-bar.tsx'
import { clientsQuery } from './client-queries.ts'
import { ClientTable } from './client-table.tsx'
import { exportClients } from './export-clients.ts'
import { readyViews, useClientFilters } from './use-client-filters.ts'

// Rows are shown before the code of the forms has loaded.
const AddClientDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./add-client-dialog.tsx')).AddClientDialog })),
)
const ImportClientsDialog = lazy(() => loadChunk(() => import('./import-clients-dialog.tsx')))

export default function ClientsRoute() {
  const me = useMe().id
  const list = useClientFilters()
  const { filters, isFiltered, sorting } = list
  const clients = useQuery(clientsQuery(filters, sorting, me))
  const count = clients.data?.count

  return (
    <Page
      isWide
      title="Client Management"
      description="The local businesses your agency works for."
      action={
        <LazyButton label="Add Client" isTime={!clients.isPending}>
          <AddClientDialog agencyId={filters.agencyId} onAdded={list.showNewest} />
        </LazyButton>
      }
    >
      <Card aria-busy={clients.isFetching}>
        <CardHeader>
          <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <CardTitle>{count === undefined ? 'Clients' : `Clients (${formatCount(count)})`}</CardTitle>
            <Views list="clients" ready={readyViews} chosen={filters.view || filters.status} />
            <div className="ml-auto flex items-center">
              <ImportButton kind="clients" Dialog={ImportClientsDialog} onImported={list.clear} />
              <ExportButton write={exportClients} shown={{ ...filters, sorting, me }} count={count} />
            </div>
          </div>
          <ClientFilterBar {...list} />
        </CardHeader>
        <p role="status" className="sr-only">
          {isFiltered && count !== undefined && !clients.isPlaceholderData && `${formatCount(count)} found`}
        </p>
        <ClientTable clients={clients} list={list} />
      </Card>
      <ListFoot to="/dashboard/deleted?kind=client">Recently Deleted</ListFoot>
    </Page>
  )
}
