import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../lib/formats.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Select } from '../../ui/input.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useAddressFilter } from '../list/use-address-filter.ts'
import { useListParams } from '../list/use-list-params.ts'
import { Page } from '../page/page.tsx'
import { deletedQuery } from './deleted-queries.ts'
import { DeletedTable } from './deleted-table.tsx'
import { deletedKinds, kindLabels } from './deletion.ts'

export default function DeletedRoute() {
  const { search, page, searchFor, linkTo } = useListParams()
  const [kind, filterByKind] = useAddressFilter('kind', deletedKinds)
  const deleted = useQuery(deletedQuery({ search, page, kind }))
  const count = deleted.data?.count
  const isNarrowed = search !== '' || kind !== undefined

  return (
    <Page
      isWide
      title="Recently Deleted"
      description="Deleted in the last 30 days. Bring something back, or leave it, and it is erased."
    >
      <Card aria-busy={deleted.isFetching}>
        <CardHeader>
          <CardTitle>{count === undefined ? 'Deleted' : `Deleted (${formatCount(count)})`}</CardTitle>
          <div className="flex w-full flex-wrap gap-3 sm:w-auto sm:grow sm:flex-nowrap sm:justify-end">
            <SearchBox label="Search deleted items" placeholder="Search by name" value={search} onSearch={searchFor} />
            <Select
              aria-label="Filter by kind"
              value={kind ?? ''}
              onChange={(event) => filterByKind(event.target.value)}
              className="sm:w-44"
            >
              <option value="">Everything</option>
              {deletedKinds.map((name) => (
                <option key={name} value={name}>
                  {kindLabels[name]}
                </option>
              ))}
            </Select>
          </div>
        </CardHeader>
        <p role="status" className="sr-only">
          {isNarrowed && count !== undefined && !deleted.isPlaceholderData && `${formatCount(count)} found`}
        </p>
        <DeletedTable deleted={deleted} isNarrowed={isNarrowed} linkTo={linkTo} />
      </Card>
    </Page>
  )
}
