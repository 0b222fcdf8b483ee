import { formatMoment } from '../lib/formats.ts'
import { ago } from '../lib/passed-time.ts'
import { useNow } from '../lib/use-now.ts'

/** The elapsed time, with the exact time as a tooltip. */
export function Ago({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} title={formatMoment(moment)} className="whitespace-nowrap">
      {ago(moment, useNow())}
    </time>
  )
}
