import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../lib/formats.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { EmptyState, ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PAGE_SIZE } from '../list/fetch-page.ts'
import { Filter } from '../list/filter.tsx'
import { ListFrame } from '../list/list-frame.tsx'
import { useAddressFilter } from '../list/use-address-filter.ts'
import { useListParams } from '../list/use-list-params.ts'
import { useMe } from '../me/me.ts'
import { Page } from '../page/page.tsx'
import { StepGroups } from './step-groups-list.tsx'
import { stepsByDayQuery } from './steps-by-day-query.ts'

/** The open steps of the reader, or of everybody, by their day. */
export default function StepsRoute() {
  const me = useMe().id
  const { page, linkTo } = useListParams()
  const [whose, choose] = useAddressFilter('whose', ['everybody'])
  const steps = useQuery(stepsByDayQuery({ page, whose: whose === 'everybody' ? undefined : me }))
  const { data, isError, isPlaceholderData } = steps
  return (
    <Page
      title="Steps"
      description="What is to be done next, by day. Steps of completed and cancelled projects are left out."
    >
      <Card aria-label="Open Steps" aria-busy={steps.isFetching}>
        <CardHeader>
          <CardTitle>{data === undefined ? 'Open Steps' : `Open Steps (${formatCount(data.count)})`}</CardTitle>
          <Filter
            label="Whose"
            all="Mine"
            choices={[{ value: 'everybody', label: 'Everybody’s' }]}
            value={whose ?? ''}
            onChange={choose}
            className="w-40"
          />
        </CardHeader>
        {!data && isError && <ErrorState title="The steps could not be loaded." onRetry={() => void steps.refetch()} />}
        {!data && !isError && (
          <CardContent className="grid gap-2">
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
          </CardContent>
        )}
        {data?.count === 0 && (
          <EmptyState title="Nothing to do.">
            {whose === 'everybody' ? 'No project has an open step.' : 'No open step is assigned to you.'}
          </EmptyState>
        )}
        {data && data.count > 0 && (
          <>
            <ListFrame isStale={isPlaceholderData}>
              <StepGroups steps={data.rows} showsPeople={whose === 'everybody'} />
            </ListFrame>
            <Pagination page={data.page} pageSize={PAGE_SIZE} count={data.count} linkTo={linkTo} />
          </>
        )}
      </Card>
    </Page>
  )
}
