import { useQuery } from '@tanstack/react-query'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useListParams } from '../list/use-list-params.ts'
import { Page } from '../shell/page.tsx'
import { AddClientDialog } from './add-client-dialog.tsx'
import { clientsQuery } from './client-queries.ts'
import { ClientTable } from './client-table.tsx'

export default function ClientsRoute() {
  const { search, page, searchFor, linkTo } = useListParams()
  const clients = useQuery(clientsQuery({ search, page }))
  const count = clients.data?.count

  /** Where the new one stands, whatever was looked for before. */
  function showNewest() {
    if (search !== '' || page !== 1) searchFor('')
  }

  return (
    <Page
      title="Client Management"
      description="The local businesses your agency works for."
      action={<AddClientDialog onAdded={showNewest} />}
    >
      <Card aria-busy={clients.isFetching}>
        <CardHeader>
          <CardTitle>{count === undefined ? 'Clients' : `Clients (${count})`}</CardTitle>
          <SearchBox
            label="Search clients"
            placeholder="Search by name, email or company"
            value={search}
            onSearch={searchFor}
          />
        </CardHeader>
        <p role="status" className="sr-only">
          {search !== '' && count !== undefined && !clients.isPlaceholderData && `${count} found`}
        </p>
        <ClientTable clients={clients} search={search} linkTo={linkTo} />
      </Card>
    </Page>
  )
}
