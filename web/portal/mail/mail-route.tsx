import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { AccessDenied } from '../page/access-denied.tsx'
import { LoadingPage } from '../page/loading-page.tsx'
import { Page } from '../page/page.tsx'
import { MAIL_REFRESH_MS } from './mail.ts'
import { MailFigures } from './mail-figures.tsx'
import { MailList } from './mail-list.tsx'
import { mailStateQuery } from './mail-queries.ts'
import { MailsAreFiles, NoQueue } from './no-mail-server.tsx'

const TITLE = 'Mail'
const DESCRIPTION = 'How emails are sent, and which were not delivered.'

export default function MailRoute() {
  const held = useMyRoles()
  if (!held) return <LoadingPage title={TITLE} description={DESCRIPTION} />
  if (!isSuperAdmin(held)) return <AccessDenied title={TITLE} to="view mail" />
  return (
    <Page title={TITLE} description={DESCRIPTION}>
      <Mail />
    </Page>
  )
}

function Mail() {
  const { data, isError, refetch } = useQuery({ ...mailStateQuery(), refetchInterval: MAIL_REFRESH_MS })
  if (!data) {
    return (
      <Card aria-busy={!isError} className="[&>*]:border-t-0">
        {isError ? (
          <ErrorState title="The email settings could not be loaded." onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="m-5 h-80" />
        )}
      </Card>
    )
  }
  if (!data.has_queue) return <NoQueue />
  return (
    <>
      {data.host === null && <MailsAreFiles />}
      <MailFigures {...data} />
      <MailList canSendAll={data.waiting + data.undelivered > 0} />
    </>
  )
}
