import { Circle, CircleCheck } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { EditAgencyDialog } from '../agencies/edit-agency-dialog.tsx'
import { sendTestMail } from '../mail/mail-mutations.ts'
import { useMe } from '../me/me.ts'
import type { Role } from '../me/role.ts'
import { InviteDialog } from '../users/invite-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import { useFirstSteps } from './use-first-steps.ts'
import { useFolded } from './use-folded.ts'

type FirstSteps = ReturnType<typeof useFirstSteps>

/** The first steps of a super admin. The list folds by itself once nothing is left to do, and never disappears. */
export function Checklist({ held }: { held: readonly Role[] }) {
  const steps = useFirstSteps()
  const [choice, choose] = useFolded(`checklist/${useMe().id}`)
  const listId = useId()
  const all = Object.values(steps.done)
  const done = all.filter(Boolean).length
  const isKnown = !steps.isLoading && !steps.isError
  const isShown = choice === undefined ? !isKnown || done < all.length : choice === 'shown'

  return (
    <Card aria-busy={steps.isLoading}>
      <CardHeader className={isShown ? undefined : 'pb-4'}>
        <CardTitle>
          First Steps
          {isKnown && <span className="ml-2 font-normal text-ink-soft text-sm">{`${done} of ${all.length} done`}</span>}
        </CardTitle>
        <Button
          variant="ghost"
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          onClick={() => choose(isShown ? 'away' : 'shown')}
        >
          {isShown ? 'Put away' : 'Show the checklist'}
        </Button>
      </CardHeader>
      {isShown && (
        <div id={listId}>
          {steps.isError ? (
            <ErrorState title="The checklist could not be loaded." onRetry={steps.retry} />
          ) : (
            <CardContent>
              {steps.isLoading ? <Skeleton className="h-96" /> : <List steps={steps} held={held} />}
            </CardContent>
          )}
        </div>
      )}
    </Card>
  )
}

function List({ steps: { done, agency }, held }: { steps: FirstSteps; held: readonly Role[] }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <ul className="divide-y divide-line">
        <Step
          title="Contact details"
          isDone={done.contact}
          action={
            agency ? (
              <Button variant="outline" onClick={() => setEditing(true)}>
                Edit Agency
              </Button>
            ) : (
              <LinkButton to="/dashboard/agencies">Agencies</LinkButton>
            )
          }
        >
          The phone number, email and address that the website shows. It is done with a phone number and an email.
        </Step>
        <Step title="Mail" isDone={done.mail} action={<TestMail />}>
          {done.mail
            ? 'Mails leave by a mail server.'
            : 'No mail server is set yet: invitations and enquiries only become files here.'}
        </Step>
        <Step
          title="Two-step sign-in"
          isDone={done.twoStep}
          action={<LinkButton to="/dashboard/profile">{done.twoStep ? 'Profile' : 'Set Up'}</LinkButton>}
        >
          A code from your phone, so that your password alone opens nothing.
        </Step>
        <Step title="A colleague" isDone={done.colleague} action={<InviteDialog held={held} />}>
          They get a mail with a link, and choose their own password.
        </Step>
        <Step
          title="The first client"
          isDone={done.client}
          action={<LinkButton to="/dashboard/clients?new">New Client</LinkButton>}
        >
          Clients have projects, notes and updates.
        </Step>
        <Step title="Backups" isDone={done.backups}>
          Set BACKUP_URL to a folder on another disk, or to S3, and BACKUP_PASSPHRASE, and start the server again: every
          night all of it goes into one archive, which is restored for trial.
        </Step>
      </ul>
      <EditAgencyDialog agency={isEditing ? agency : undefined} onClose={() => setEditing(false)} />
    </>
  )
}

/** Sends a test mail. Delivery is followed on the Mail screen, since a mail server may take its time. */
function TestMail() {
  const [send, isBusy] = useWrite(sendTestMail)
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" disabled={isBusy} onClick={() => void send()}>
        {isBusy ? 'Sending...' : 'Send a Test Mail to Me'}
      </Button>
      <LinkButton to="/dashboard/mail">See Mail</LinkButton>
    </div>
  )
}

type StepProps = {
  title: string
  isDone: boolean
  action?: ReactNode
  children: ReactNode
}

function Step({ title, isDone, action, children }: StepProps) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3 first:pt-0 last:pb-0 lg:flex-nowrap">
      <Icon aria-hidden className={`size-5 shrink-0 self-start ${isDone ? 'text-ink' : 'text-ink-soft'}`} />
      <div className="min-w-0 grow basis-3/5">
        <h3 className="font-medium">
          {title}
          <span className="sr-only">{isDone ? ' (done)' : ' (to do)'}</span>
        </h3>
        <p className="text-ink-soft text-sm">{children}</p>
      </div>
      {action && <div className="basis-full pl-9 lg:shrink-0 lg:basis-auto lg:pl-0">{action}</div>}
    </li>
  )
}

const LinkButton = ({ to, children }: { to: string; children: string }) => (
  <Button variant="outline" asChild>
    <Link to={to}>{children}</Link>
  </Button>
)
