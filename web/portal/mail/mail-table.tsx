import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { timeUntil } from '../../lib/elapsed-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-and-error-states.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { ListPage } from '../list/fetch-page.ts'
import { RowsCard } from '../list/rows-card.tsx'
import { useWrite } from '../writes/use-write.ts'
import { FailureReason } from './failure-reason.tsx'
import { attemptsText, badgeOf, type Mail, reasonOf } from './mail.ts'
import { dismiss, sendAgain } from './mail-mutations.ts'

type MailTableProps = { mails: UseQueryResult<ListPage<Mail>>; isNarrowed: boolean; linkTo: (page: number) => string }

export function MailTable({ mails, isNarrowed, linkTo }: MailTableProps) {
  const [send] = useWrite(sendAgain)
  const [drop] = useWrite(dismiss)
  const columns = useMemo(
    () => [...aboutTheMail, actions({ onSend: (id) => void send(id), onDismiss: (id) => void drop(id) })],
    [send, drop],
  )
  return (
    <RowsCard
      query={mails}
      failed="The emails could not be loaded."
      empty={<NoMails isNarrowed={isNarrowed} />}
      caption="Mails"
      columns={columns}
      foldBelow="58rem"
      linkTo={linkTo}
    />
  )
}

function NoMails({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) return <EmptyState title="No emails found.">Try another state.</EmptyState>
  return <EmptyState title="No email is held up.">Emails that wait or can’t be delivered appear here.</EmptyState>
}

const aboutTheMail: Column<Mail>[] = [
  {
    header: 'Mail',
    cell: ({ subject, recipient }) => (
      <>
        <CutText className="font-medium">{subject}</CutText>
        <CutText className="text-ink-soft text-sm">{recipient}</CutText>
      </>
    ),
    className: 'unfolded:max-w-72',
  },
  { header: 'Since', cell: ({ created_at }) => <TimeAgo moment={created_at} /> },
  { header: 'State', cell: (mail) => <State {...mail} />, className: 'unfolded:max-w-44' },
  { header: 'Reason', cell: (mail) => <FailureReason>{reasonOf(mail)}</FailureReason>, className: 'unfolded:max-w-80' },
]

/** The state of a mail, with the number of attempts and the time of the next. */
function State({ state, attempts, due_at }: Pick<Mail, 'state' | 'attempts' | 'due_at'>) {
  const now = useNow()
  const { label, tone } = badgeOf(state)
  return (
    <>
      <Badge tone={tone} className="whitespace-nowrap">
        {label}
      </Badge>
      <p className="mt-1 text-ink-soft text-sm">
        {due_at === null ? attemptsText(attempts) : `next try ${timeUntil(due_at, now)}`}
      </p>
    </>
  )
}

/** How the reason of a mail begins that was sent, and that another mail server reported later (incoming_mails.sql). */
const CAME_BACK = 'Came back: '

type OnAct = { onSend: (id: string) => void; onDismiss: (id: string) => void }

const actions = ({ onSend, onDismiss }: OnAct): Column<Mail> => ({
  header: 'Actions',
  cell: ({ id, subject, recipient, state, failure, can_be_sent_again }) => (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {can_be_sent_again ? (
        <Button
          variant="outline"
          className="whitespace-nowrap px-3 text-sm"
          aria-label={`Send again: ${subject} to ${recipient}`}
          onClick={() => onSend(id)}
        >
          Send again
        </Button>
      ) : (
        <span className="text-ink-soft text-sm">
          {failure?.startsWith(CAME_BACK) ? 'It was sent and came back.' : 'Its code or link is no longer valid.'}
        </span>
      )}
      {state !== 'waiting' && (
        <Button
          variant="ghost"
          className="px-3 text-sm"
          aria-label={`Dismiss: ${subject} to ${recipient}`}
          onClick={() => onDismiss(id)}
        >
          Dismiss
        </Button>
      )}
    </div>
  ),
  className: 'unfolded:w-56',
})
