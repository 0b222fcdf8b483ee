import { Circle, CircleCheck } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { EditAgencyDialog } from '../agencies/edit-agency-dialog.tsx'
import { sendTestMail } from '../mail/mail-mutations.ts'
import type { Role } from '../me/role.ts'
import { InviteDialog } from '../users/invite-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import { useFirstSteps } from './use-first-steps.ts'
import { focusOnceShown, type StepsChoice } from './use-steps-shown.ts'

type FirstSteps = ReturnType<typeof useFirstSteps>

/**
 * The first steps of a super admin. Until the person chooses, these are all of them while there is no client yet, then the
 * next ones, and none once everything is done.
 */
export function Checklist({ held, choice }: { held: readonly Role[]; choice: StepsChoice }) {
  const { shown, hasChosen, choose } = choice
  const steps = useFirstSteps()
  const listId = useId()
  const all = Object.values(steps.done)
  const done = all.filter(Boolean).length
  // Most people have done everything, and nothing moves for them while that is asked.
  if (steps.isLoading || (shown === undefined && !steps.isError && done === all.length)) return null
  const showsAll = shown === 'all' || (shown === undefined && !steps.done.client)

  return (
    <Card aria-label="First Steps">
      <CardHeader className="flex-nowrap items-start pt-3 pb-1">
        <CardTitle className="py-2">
          First Steps
          {!steps.isError && (
            <span className="ml-2 whitespace-nowrap font-normal text-ink-soft text-sm">{`${done} of ${all.length} done`}</span>
          )}
        </CardTitle>
        <div className="-mr-3 flex">
          <Button
            ref={hasChosen ? focusOnceShown : undefined}
            variant="ghost"
            className="px-3 text-sm"
            aria-expanded={showsAll}
            aria-controls={listId}
            onClick={() => choose(showsAll ? 'next' : 'all')}
          >
            {showsAll ? 'Show Less' : 'Show All'}
          </Button>
          <Button variant="ghost" className="px-3 text-sm" onClick={() => choose('hidden')}>
            Hide
          </Button>
        </div>
      </CardHeader>
      <div id={listId}>
        {steps.isError ? (
          <ErrorState title="The first steps could not be loaded." onRetry={steps.retry} />
        ) : (
          <CardContent>
            <List steps={steps} held={held} showsAll={showsAll} />
          </CardContent>
        )}
      </div>
    </Card>
  )
}

/** The number of steps that are shown at first. */
const NEXT = 3

function List({
  steps: { done, agency, tellsNobody },
  held,
  showsAll,
}: {
  steps: FirstSteps
  held: readonly Role[]
  showsAll: boolean
}) {
  const [isEditing, setEditing] = useState(false)
  const contact = agency ? (
    <Button variant="outline" onClick={() => setEditing(true)}>
      Edit Agency
    </Button>
  ) : (
    <LinkButton to="/dashboard/agencies">Agencies</LinkButton>
  )
  const steps = stepsOf(done, tellsNobody, { contact, colleague: <InviteDialog held={held} /> })
  const next = steps.filter(({ isDone }) => !isDone).slice(0, NEXT)
  return (
    <>
      {showsAll ? (
        <ul className="divide-y divide-line pt-2">
          {steps.map((step) => (
            <Step key={step.title} {...step} />
          ))}
        </ul>
      ) : (
        <ul className="grid grid-cols-1 gap-1">
          {next.map((step) => (
            <NextStep key={step.title} {...step} />
          ))}
        </ul>
      )}
      <EditAgencyDialog agency={isEditing ? agency : undefined} onClose={() => setEditing(false)} />
    </>
  )
}

type StepProps = { title: string; isDone: boolean; description: string; action?: ReactNode }

const stepsOf = (
  done: FirstSteps['done'],
  tellsNobody: boolean,
  { contact, colleague }: Record<'contact' | 'colleague', ReactNode>,
): StepProps[] => [
  {
    title: 'Contact details',
    isDone: done.contact,
    description: tellsNobody
      ? 'Nobody is mailed about enquiries: their emails wait until the agency has an email address.'
      : 'The phone number, email and address on the website. A phone number and an email are enough.',
    action: contact,
  },
  {
    title: 'Mail',
    isDone: done.mail,
    description: done.mail
      ? 'Emails are sent through a mail server.'
      : 'No mail server is set up yet. Invitations and enquiries are only saved as files.',
    action: <TestMail />,
  },
  {
    title: 'Two-step sign-in',
    isDone: done.twoStep,
    description: 'A code from your phone, so a stolen password is not enough.',
    action: <LinkButton to="/dashboard/profile">{done.twoStep ? 'Profile' : 'Set Up'}</LinkButton>,
  },
  {
    title: 'A colleague',
    isDone: done.colleague,
    description: 'They get an email with a link and choose their own password.',
    action: colleague,
  },
  {
    title: 'The first client',
    isDone: done.client,
    description: 'A client has projects, notes and updates.',
    action: <LinkButton to="/dashboard/clients?new">New Client</LinkButton>,
  },
  {
    title: 'Backups',
    isDone: done.backups,
    description:
      'Set BACKUP_URL to a folder on another disk, or to S3, and BACKUP_PASSPHRASE, and restart the server. Every night, everything is saved to one archive, which is test-restored.',
  },
]

/** Sends a test mail. Delivery is followed on the Mail screen, since a mail server may take its time. */
function TestMail() {
  const [send, isBusy] = useWrite(sendTestMail)
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" disabled={isBusy} onClick={() => void send()}>
        {isBusy ? 'Sending...' : 'Send Me a Test Email'}
      </Button>
      <LinkButton to="/dashboard/mail">See Mail</LinkButton>
    </div>
  )
}

function Step({ title, isDone, description, action }: StepProps) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3 first:pt-0 last:pb-0 lg:flex-nowrap">
      <Icon aria-hidden className={`size-5 shrink-0 self-start ${isDone ? 'text-ink' : 'text-ink-soft'}`} />
      <div className="min-w-0 grow basis-3/5">
        <h3 className="font-medium">
          {title}
          <span className="sr-only">{isDone ? ' (done)' : ' (to do)'}</span>
        </h3>
        <p className="text-ink-soft text-sm">{description}</p>
      </div>
      {action && <div className="basis-full pl-9 lg:shrink-0 lg:basis-auto lg:pl-0">{action}</div>}
    </li>
  )
}

/** A step in one line; its button is among all steps. */
const NextStep = ({ title, description }: StepProps) => (
  <li className="flex items-center gap-3 text-sm">
    <Circle aria-hidden className="size-4 shrink-0 text-ink-soft" />
    <p className="min-w-0 truncate" title={description}>
      <span className="font-medium">{title}</span>
      <span className="sr-only"> (to do)</span> <span className="text-ink-soft">{description}</span>
    </p>
  </li>
)

const LinkButton = ({ to, children }: { to: string; children: string }) => (
  <Button variant="outline" asChild>
    <Link to={to}>{children}</Link>
  </Button>
)
