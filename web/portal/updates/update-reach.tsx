import { Check, MessageSquareText } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { formatDate } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { Reach, ReportedUpdate } from './update.ts'

/** Shows whether the client has opened their page since an update, and what they answered. */
export function UpdateReach({ update, onMail }: { update: ReportedUpdate; onMail: () => void }) {
  const { title, update_type, visibility, mails, reach, answer } = update
  if (visibility !== 'client') return answer && <Answer answer={answer} />
  const toMail = mails.length > 0 ? 'Mail Again' : 'Mail to Client'
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-ink-soft text-sm">
        <p>
          {reach && <Opened reach={reach} />}
          {update_type === 'review' && !answer && ' · Waiting for the client’s answer'}
        </p>
        <Button variant="link" size="inline" aria-label={`${toMail}: ${title}`} onClick={onMail}>
          {toMail}
        </Button>
      </div>
      {mails.length > 0 && <p className="wrap-anywhere text-ink-soft text-sm">{mailedText(mails)}</p>}
      {answer && <Answer answer={answer} />}
    </>
  )
}

/** The latest mail and the number of earlier ones. */
function mailedText(mails: ReportedUpdate['mails']) {
  const [latest] = mails.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const before = mails.length - 1
  return `Mailed to ${latest?.recipient}, ${formatDate(latest?.created_at ?? '')}${before > 0 ? `, and ${before} more` : ''}`
}

function Opened({ reach: { times_opened, first_opened_at, last_opened_at } }: { reach: Reach }) {
  if (!times_opened || !first_opened_at || !last_opened_at) return 'Not opened yet'
  if (times_opened === 1) return <>Opened once, {<TimeAgo moment={last_opened_at} />}</>
  return (
    <>
      Opened {times_opened.toLocaleString('en-US')} times, first {formatDate(first_opened_at)}, last{' '}
      <TimeAgo moment={last_opened_at} />
    </>
  )
}

function Answer({ answer: { answer, name, comment, created_at } }: { answer: NonNullable<ReportedUpdate['answer']> }) {
  const isApproved = answer === 'approved'
  return (
    <div
      className={cn(
        'mt-1 rounded-control border-l-4 px-3.5 py-2.5 text-[0.9375rem]',
        isApproved ? 'border-success bg-success-wash' : 'border-warning bg-warning-wash',
      )}
    >
      <p className="wrap-anywhere flex items-start gap-2">
        {isApproved ? (
          <Check aria-hidden className="mt-1 size-4 shrink-0" />
        ) : (
          <MessageSquareText aria-hidden className="mt-1 size-4 shrink-0" />
        )}
        <span>
          <strong className="font-semibold">{isApproved ? 'Approved' : 'Changes asked for'}</strong> by {name},{' '}
          <time dateTime={created_at}>{formatDate(created_at)}</time>
        </span>
      </p>
      {comment && <p className="wrap-anywhere mt-1 whitespace-pre-wrap pl-6">{comment}</p>}
    </div>
  )
}
