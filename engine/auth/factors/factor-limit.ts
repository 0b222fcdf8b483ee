import type { Transaction } from '../../database/database.ts'
import type { AuthSettings } from '../auth-settings.ts'
import { authErrors } from '../errors.ts'
import { requireSecondFactor } from '../sessions/assurance-levels.ts'
import type { SignedInPerson } from '../sessions/signed-in-person.ts'
import { lockUser } from '../users/user-rows.ts'
import { factorErrors } from './errors.ts'
import { dropAbandonedFactors } from './factor-rows.ts'

/** Throws where the user may not have another factor, or not one of this name. */
export async function requireBelowFactorLimit(
  tx: Transaction,
  person: SignedInPerson,
  { name, maxFactors }: { name: string } & Pick<AuthSettings, 'maxFactors'>,
) {
  await dropAbandonedFactors(tx, person.user.id)
  const user = await lockUser(tx, person.user.id)
  if (!user) throw authErrors.userGone()
  if (user.factors.some(({ friendly_name }) => (friendly_name ?? '') === name)) throw factorErrors.nameTaken(name)
  if (user.factors.length >= maxFactors) throw factorErrors.tooMany()
  // Otherwise a person who knows only the password could add a factor of their own and pass with it.
  requireSecondFactor({ ...person, user }, factorErrors.levelTooLowToEnroll)
  return user
}
