import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Alert } from '../../ui/alert.tsx'
import { mailStateQuery } from './mail-queries.ts'

/** On the dashboard of a super admin, while mails do not arrive. */
export function MailNotice() {
  const { data } = useQuery(mailStateQuery())
  if (!data?.has_queue) return null
  if (data.undelivered > 0) {
    return (
      <Alert tone="danger">
        {data.undelivered === 1 ? '1 mail' : `${data.undelivered} mails`} could not be delivered.{' '}
        <ToMail>See which, and why</ToMail>
      </Alert>
    )
  }
  if (data.host !== null) return null
  return (
    <Alert tone="info">
      Mails do not leave this server yet: each becomes a file. <ToMail>How to change that</ToMail>
    </Alert>
  )
}

const ToMail = ({ children }: { children: string }) => (
  <Link to="/dashboard/mail" className="font-medium underline underline-offset-4">
    {children}
  </Link>
)
