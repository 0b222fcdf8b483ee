import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../lib/formats.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { useSorting } from '../list/sorting.ts'
import { useListParams } from '../list/use-list-params.ts'
import { Page } from '../shell/page.tsx'
import { AddClientDialog } from './add-client-dialog.tsx'
import { clientsQuery, sortKeys } from './client-queries.ts'
import { ClientTable } from './client-table.tsx'
import { exportClients } from './export-clients.ts'

export default function ClientsRoute() {
  const { search, page, searchFor, linkTo } = useListParams()
  const { sorting, linkTo: sortedBy } = useSorting(sortKeys)
  const clients = useQuery(clientsQuery({ search, page }, sorting))
  const count = clients.data?.count

  /** Where the new one stands, whatever was looked for before. */
  function showNewest() {
    if (search !== '' || page !== 1) searchFor('')
  }

  return (
    <Page
      isWide
      title="Client Management"
      description="The local businesses your agency works for."
      action={<AddClientDialog onAdded={showNewest} />}
    >
      <Card aria-busy={clients.isFetching}>
        <CardHeader>
          <CardTitle>{count === undefined ? 'Clients' : `Clients (${formatCount(count)})`}</CardTitle>
          <div className="flex w-full flex-wrap items-center gap-3 sm:w-auto sm:grow sm:flex-nowrap sm:justify-end">
            <SearchBox
              label="Search clients"
              placeholder="Search by name, email or company"
              value={search}
              onSearch={searchFor}
            />
            <ExportButton write={exportClients} shown={{ search, sorting }} count={count} />
          </div>
        </CardHeader>
        <p role="status" className="sr-only">
          {search !== '' && count !== undefined && !clients.isPlaceholderData && `${formatCount(count)} found`}
        </p>
        <ClientTable clients={clients} search={search} linkTo={linkTo} sorted={{ sorting, linkTo: sortedBy }} />
      </Card>
    </Page>
  )
}
