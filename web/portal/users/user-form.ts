import { accountField, atMost } from '../../lib/form-rules.ts'
import { newPasswordRule } from '../../lib/new-password.ts'
import { z } from '../../lib/zod.ts'
import { roles } from '../me/role.ts'

/** The rules for a new user; the limits are those of the tables. */
export const newUserForm = z.object({
  email: accountField,
  name: z.string().trim().min(1, 'Enter a name.').check(atMost(200)),
  password: newPasswordRule,
  role: z.enum(roles),
  /** The agency of the new user, which only super admins choose. */
  agencyId: z.string().optional(),
})

export type NewUser = z.output<typeof newUserForm>

/** The rules for an invitation; the invited colleague chooses the password. */
export const invitationForm = newUserForm.omit({ password: true })

export type Invitation = z.output<typeof invitationForm>
