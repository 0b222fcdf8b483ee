import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState, ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { PAGE_SIZE } from '../list/fetch-page.ts'
import { ListFrame } from '../list/list-frame.tsx'
import { useListParams } from '../list/use-list-params.ts'
import { type Me, useMe } from '../me/me.ts'
import { nameOf, PersonCell } from '../people/person.tsx'
import { AgencyDialog } from './agency-dialog.tsx'
import type { Colleague } from './colleague.ts'
import { peopleQuery } from './role-queries.ts'

/** All people with the agency that each works for. */
export function PeopleCard() {
  const { search, page, searchFor, linkTo } = useListParams()
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(peopleQuery({ search, page }))
  const [moving, setMoving] = useState<Colleague>()
  const me = useMe()
  const columns = useMemo(() => [...aboutThePerson, actions(me, setMoving)], [me])

  return (
    <Card aria-busy={isFetching}>
      <CardHeader>
        <CardTitle>{data ? `People (${data.count})` : 'People'}</CardTitle>
        <SearchBox label="Search people" placeholder="Search by name or ID" value={search} onSearch={searchFor} />
      </CardHeader>
      <p role="status" className="sr-only">
        {search !== '' && data && !isPlaceholderData && `${data.count} found`}
      </p>
      {isError && !data ? (
        <ErrorState title="The people could not be loaded." onRetry={() => void refetch()} />
      ) : data?.count === 0 ? (
        <EmptyState title="No one found.">Try adjusting your search terms.</EmptyState>
      ) : (
        <ListFrame isStale={isPlaceholderData}>
          <DataTable caption="People and their agencies" columns={columns} rows={data?.rows} />
        </ListFrame>
      )}
      {data && <Pagination page={data.page} pageSize={PAGE_SIZE} count={data.count} linkTo={linkTo} />}
      <AgencyDialog person={moving} onClose={() => setMoving(undefined)} />
    </Card>
  )
}

const actions = (me: Me, onMove: (person: Colleague) => void): Column<Colleague> => ({
  header: 'Actions',
  cell: (person) =>
    person.id === me.id ? (
      <span className="text-ink-soft">This is you</span>
    ) : (
      <Button
        variant="outline"
        className="px-3"
        aria-label={`Change Agency of ${nameOf(person)}`}
        onClick={() => onMove(person)}
      >
        Change Agency
      </Button>
    ),
})

const aboutThePerson: Column<Colleague>[] = [
  {
    header: 'Person',
    cell: (person) => <PersonCell person={person} />,
    className: '@min-[44rem]:max-w-80',
  },
  {
    header: 'Agency',
    cell: ({ agency }) => agency?.name ?? <span className="text-ink-soft">No agency</span>,
    className: '@min-[44rem]:max-w-64 break-words',
  },
]
