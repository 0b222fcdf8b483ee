import { useQuery } from '@tanstack/react-query'
import { Check, MessageSquareText } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { formatDate } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { FileButton } from '../files/file-button.tsx'
import { MailMarks, senderOf } from '../notes/mailed-note.tsx'
import { replyFilesQuery } from './reply-files-query.ts'
import type { Reach, ReportedUpdate } from './update.ts'

/** Shows whether the client has opened their page since an update, and what they answered. */
export function UpdateReach({ update, onMail }: { update: ReportedUpdate; onMail: () => void }) {
  const { title, update_type, visibility, mails, reach, answer, replies } = update
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
      <Returned mails={mails} />
      {answer && <Answer answer={answer} />}
      {replies.map((reply) => (
        <Reply key={reply.id} reply={reply} />
      ))}
      {replies.length > 0 && <ReplyFiles update={update} />}
    </>
  )
}

/** The mails that did not arrive after all, each with the reason that the mail server gave. */
function Returned({ mails }: Pick<ReportedUpdate, 'mails'>) {
  const returned = new Map(
    mails.flatMap(({ recipient, returned_at, return_reason }) =>
      returned_at ? [[recipient, { at: returned_at, reason: return_reason ?? '' }] as const] : [],
    ),
  )
  return [...returned].map(([recipient, { at, reason }]) => (
    <p key={recipient} className="wrap-anywhere text-danger text-sm">
      Did not arrive at {recipient}, {formatDate(at)}: {reason}
    </p>
  ))
}

function ReplyFiles({ update: { id, title } }: { update: ReportedUpdate }) {
  const { data: files = [] } = useQuery(replyFilesQuery(id))
  if (files.length === 0) return null
  return (
    <ul aria-label={`Files of answers to ${title}`} className="mt-1 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.path} className="min-w-0 max-w-full">
          <FileButton file={file} />
        </li>
      ))}
    </ul>
  )
}

/** What somebody wrote by mail about an update. It approves nothing. */
function Reply({ reply }: { reply: ReportedUpdate['replies'][number] }) {
  return (
    <div className="mt-1 rounded-control border-line border-l-4 bg-paper px-3.5 py-2.5 text-[0.9375rem]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <strong className="wrap-anywhere font-semibold">{senderOf(reply)}</strong>
        <time dateTime={reply.created_at} className="text-ink-soft">
          {formatDate(reply.created_at)}
        </time>
        <MailMarks note={reply} />
      </p>
      <p className="wrap-anywhere mt-1 whitespace-pre-wrap">{reply.note_text}</p>
    </div>
  )
}

/** The latest mail, the number of earlier ones, and the reminders that were sent. */
function mailedText(mails: ReportedUpdate['mails']) {
  const [latest, ...before] = mails
    .filter(({ reminder }) => !reminder)
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const reminders = mails.flatMap(({ reminder, mailed_at }) => (reminder && mailed_at ? [mailed_at] : [])).toSorted()
  return [
    `Mailed to ${latest?.recipient}, ${formatDate(latest?.created_at ?? '')}`,
    ...(before.length > 0 ? [`and ${before.length} more`] : []),
    ...(reminders.length > 0 ? [`reminded ${reminders.map(formatDate).join(' and ')}`] : []),
  ].join(', ')
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

/** Who answered: the name that was typed, and whose link it was. */
function answererOf({ name, person }: NonNullable<ReportedUpdate['answer']>) {
  if (!person) return name
  return person === name ? `${name}, by their link` : `${name}, by the link of ${person}`
}

function Answer({ answer: given }: { answer: NonNullable<ReportedUpdate['answer']> }) {
  const { answer, comment, created_at } = given
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
          <strong className="font-semibold">{isApproved ? 'Approved' : 'Changes asked for'}</strong> by{' '}
          {answererOf(given)}, <time dateTime={created_at}>{formatDate(created_at)}</time>
        </span>
      </p>
      {comment && <p className="wrap-anywhere mt-1 whitespace-pre-wrap pl-6">{comment}</p>}
    </div>
  )
}
