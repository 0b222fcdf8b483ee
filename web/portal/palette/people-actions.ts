import { MailPlus, UserX } from 'lucide-react'
import type { Role } from '../me/role.ts'
import { isAdminType, isSuperAdmin } from '../me/role.ts'
import { nameOf } from '../people/person.tsx'
import { DEACTIVATE, mayDeactivate, type User } from '../users/user.ts'
import { invitationForm } from '../users/user-form.ts'
import { inviteUser } from '../users/user-mutations.ts'
import { NEW } from '../writes/use-new-dialog.ts'
import { writeNow } from '../writes/write-now.ts'
import { action, type Entry } from './entries.ts'

const USERS = '/dashboard/users'

/** Leads to the confirmation in the list of users. */
export const deactivateActions = (people: readonly User[], held: readonly Role[], me: string): Entry[] =>
  people
    .filter((person) => mayDeactivate(held, me, person))
    .map((person) => ({
      ...action(`deactivate/${person.id}`, `Deactivate ${nameOf(person)}…`, person.email),
      Icon: UserX,
      to: `${USERS}?${new URLSearchParams({ search: person.email ?? person.id, [DEACTIVATE]: person.id })}`,
    }))

/**
 * Invites a person with an address and a name as staff, the default of the dialog. The dialog asks for what is missing,
 * and super admins choose the agency there.
 */
export function inviteActions(invited: { email: string; name: string }, held: readonly Role[]): Entry[] {
  if (!isAdminType(held)) return []
  const row = {
    ...action('invite', `Invite ${invited.name || invited.email}`, invited.name && invited.email),
    Icon: MailPlus,
  }
  const { data } = invitationForm.safeParse({ ...invited, role: 'agency_staff' })
  if (!data || isSuperAdmin(held)) {
    return [{ ...row, title: `${row.title}…`, to: `${USERS}?${NEW}&${new URLSearchParams(invited)}` }]
  }
  return [{ ...row, title: `${row.title} as staff`, run: (client) => writeNow(client, inviteUser, data) }]
}
