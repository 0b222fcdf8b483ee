import { useNow } from '../../lib/use-now.ts'
import { type Enquiry, isWaiting } from './enquiry.ts'
import { timeLeft } from './waiting-time.ts'

/** The rest of the promised hours, while the sender waits. */
export function TimeLeft({ enquiry }: { enquiry: Pick<Enquiry, 'state' | 'created_at'> }) {
  const { text, isLate } = timeLeft(enquiry.created_at, useNow())
  if (!isWaiting(enquiry)) return <span className="text-ink-soft folded:not-group-data-open/row:hidden">–</span>
  return (
    <span className={isLate ? 'whitespace-nowrap font-medium text-danger' : 'whitespace-nowrap tabular-nums'}>
      {text}
    </span>
  )
}
