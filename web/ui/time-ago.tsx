import { timeAgo } from '../lib/elapsed-time.ts'
import { formatMoment } from '../lib/formats.ts'
import { useNow } from '../lib/use-now.ts'

/** The elapsed time, with the exact time as a tooltip. */
export function TimeAgo({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} title={formatMoment(moment)} className="whitespace-nowrap">
      {timeAgo(moment, useNow())}
    </time>
  )
}
