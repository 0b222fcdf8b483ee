import { formatMoment } from '../../lib/formats.ts'
import { type Enquiry, isWaiting } from './enquiry.ts'
import { useNow } from './use-now.ts'
import { ago, timeLeft } from './waiting-time.ts'

/** How long ago, with the exact time for whoever points at it. */
export function Ago({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} title={formatMoment(moment)} className="whitespace-nowrap">
      {ago(moment, useNow())}
    </time>
  )
}

/** What is left of the promised hours, while somebody waits. */
export function TimeLeft({ enquiry }: { enquiry: Pick<Enquiry, 'state' | 'is_set_aside' | 'created_at'> }) {
  const { text, isLate } = timeLeft(enquiry.created_at, useNow())
  if (!isWaiting(enquiry)) return <span className="text-ink-soft">–</span>
  return (
    <span className={isLate ? 'whitespace-nowrap font-medium text-danger' : 'whitespace-nowrap tabular-nums'}>
      {text}
    </span>
  )
}
