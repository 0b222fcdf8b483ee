import { ListChecks } from 'lucide-react'
import { Link } from 'react-router'

/** A person and the agency whose vault they leave. */
export type LeavingPerson = { person: string; agency: string }

export const leaversListAddress = ({ person, agency }: LeavingPerson) =>
  `/dashboard/users/${person}/leaver?agency=${agency}`

/** Links to the passwords that have to be changed once the person has left. */
export const LeaversListLink = ({ leaving }: { leaving: LeavingPerson }) => (
  <p className="flex gap-2 text-sm">
    <ListChecks aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />
    <span>
      Afterwards, change the passwords that they may know:{' '}
      <Link to={leaversListAddress(leaving)} className="font-medium underline underline-offset-2">
        leaver's list
      </Link>
      .
    </span>
  </p>
)
