import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { MINUTE_MS } from '../../lib/elapsed-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Alert } from '../../ui/alert.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { mailStateQuery } from './mail-queries.ts'

/** The longest usual delay of a mail: some servers make unknown senders wait for a while at first (greylisting). */
const USUAL_WAIT_MS = 15 * MINUTE_MS

/** The interval of reading the mail queue anew, since its changes are not broadcast. */
const EVERY_MS = 5 * MINUTE_MS

/**
 * A notice on the dashboard for super admins that mails do not arrive. `hasSteps` where the first steps say already that no
 * mail server is set.
 */
export function MailNotice({ hasSteps }: { hasSteps: boolean }) {
  const { data } = useQuery({ ...mailStateQuery(), refetchInterval: EVERY_MS })
  const now = useNow()
  if (!data?.has_queue) return null
  const { host, undelivered, waiting, waiting_since } = data
  if (undelivered > 0) {
    return (
      <Alert tone="danger">
        {howMany(undelivered)} could not be delivered. <ToMail>See which, and why</ToMail>
      </Alert>
    )
  }
  if (waiting_since !== null && now - Date.parse(waiting_since) > USUAL_WAIT_MS) {
    return (
      <Alert tone="danger">
        {howMany(waiting)} could not be sent yet, the oldest of <TimeAgo moment={waiting_since} />.{' '}
        <ToMail>See which, and why</ToMail>
      </Alert>
    )
  }
  if (host !== null || hasSteps) return null
  return (
    <Alert tone="info">
      This server doesn’t send emails yet. Each one is saved as a file. <ToMail>How to change that</ToMail>
    </Alert>
  )
}

const howMany = (count: number) => (count === 1 ? '1 mail' : `${count} mails`)

const ToMail = ({ children }: { children: string }) => (
  <Link to="/dashboard/mail" className="font-medium underline underline-offset-4">
    {children}
  </Link>
)
