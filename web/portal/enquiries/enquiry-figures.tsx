import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { Figure } from '../../ui/figure.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { figuresQuery } from './enquiry-queries.ts'
import { duration } from './waiting-time.ts'

/** The number of late enquiries grows with time even when no row changes. */
const EVERY_MS = 60_000

export function EnquiryFigures() {
  const { data, isError, refetch } = useQuery({ ...figuresQuery(), refetchInterval: EVERY_MS })
  if (isError && !data) {
    return (
      <Card className="[&>*]:border-t-0">
        <ErrorState title="The numbers could not be loaded." onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <Card aria-label="Numbers" aria-busy={!data}>
      <dl className="grid grid-cols-2 sm:grid-cols-[1fr_1fr_auto] lg:grid-cols-[1fr_1fr_2fr] sm:divide-x sm:divide-line">
        <Figure label="Waiting" value={data?.waiting} />
        <Figure label="Late" value={data?.late} isBad={(data?.late ?? 0) > 0} />
        <Figure
          label="Median time to answer, last 30 days"
          value={data && (data.median_seconds === null ? '–' : duration(data.median_seconds))}
          className="col-span-2 border-line border-t sm:col-span-1 sm:border-t-0"
        />
      </dl>
    </Card>
  )
}
