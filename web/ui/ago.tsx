import { formatMoment } from '../lib/formats.ts'
import { ago } from '../lib/passed-time.ts'
import { useNow } from '../lib/use-now.ts'

/** How long ago, with the exact time for whoever points at it. */
export function Ago({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} title={formatMoment(moment)} className="whitespace-nowrap">
      {ago(moment, useNow())}
    </time>
  )
}
