import { AtSign, ListChecks, MailPlus, MailX, UserCheck, UserX } from 'lucide-react'
import { useNavigate } from 'react-router'
import { leaversListAddress } from '../people/leavers-list-link.tsx'
import { nameOf } from '../people/person.tsx'
import { useWrite } from '../writes/use-write.ts'
import { AccountActionButton } from './account-action-button.tsx'
import type { User } from './user.ts'
import { bringBack, inviteAgain } from './user-mutations.ts'

/** An action on an account that needs a dialog. */
export type AccountAction = 'reset' | 'address' | 'deactivate' | 'revoke'

type AccountActionsProps = { user: User; onAction: (action: AccountAction) => void }

/** The actions on the account of a person that the reader looks after. */
export function AccountActions({ user, onAction }: AccountActionsProps) {
  const name = nameOf(user)
  if (user.invitedAt !== null) return <InvitationActions user={user} onAction={onAction} />
  if (user.deactivated_at !== null) {
    return (
      <>
        <BringBack user={user} />
        {user.agency_id !== null && <LeaversList user={{ ...user, agency_id: user.agency_id }} />}
      </>
    )
  }
  return (
    <>
      <AccountActionButton
        text="Change Email"
        Icon={AtSign}
        label={`Change Email of ${name}`}
        onClick={() => onAction('address')}
      />
      <AccountActionButton
        text="Deactivate"
        Icon={UserX}
        label={`Deactivate ${name}`}
        onClick={() => onAction('deactivate')}
      />
    </>
  )
}

function LeaversList({ user }: { user: User & { agency_id: string } }) {
  const navigate = useNavigate()
  return (
    <AccountActionButton
      text="Leaver's List"
      Icon={ListChecks}
      label={`Leaver's List of ${nameOf(user)}`}
      onClick={() => void navigate(leaversListAddress({ person: user.id, agency: user.agency_id }))}
    />
  )
}

function BringBack({ user }: { user: User }) {
  const [comeBack, isComing] = useWrite(bringBack)
  return (
    <AccountActionButton
      text={isComing ? 'Bringing Back...' : 'Bring Back'}
      Icon={UserCheck}
      label={`Bring Back ${nameOf(user)}`}
      onClick={() => void comeBack(user.id)}
    />
  )
}

/** The actions on an invitation that was not accepted yet. */
function InvitationActions({ user, onAction }: AccountActionsProps) {
  const [invite, isSending] = useWrite(inviteAgain)
  const name = nameOf(user)
  return (
    <>
      <AccountActionButton
        text={isSending ? 'Sending...' : 'Invite Again'}
        Icon={MailPlus}
        label={`Invite Again ${name}`}
        onClick={() => void invite(user)}
      />
      <AccountActionButton
        text="Revoke"
        Icon={MailX}
        label={`Revoke the invitation of ${name}`}
        onClick={() => onAction('revoke')}
      />
    </>
  )
}
