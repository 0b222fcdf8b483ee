import type { Parts } from '../feature.ts'
import { serviceRoleOnly } from '../http/service-role.ts'
import { createUserByAdmin } from './create-user.ts'
import { deleteFactor } from './delete-factor.ts'
import { deleteUser } from './delete-user.ts'
import { generateLink } from './generate-link.ts'
import { getUserByAdmin } from './get-user.ts'
import { invite } from './invite.ts'
import { listFactors } from './list-factors.ts'
import { listUsers } from './list-users.ts'
import { updateUserByAdmin } from './update-user.ts'

/** The endpoints of the secret key for users' accounts. */
export const admin = (): Parts => ({
  async administration(app) {
    app.register(generateLink)
    app.register(listUsers)
    app.register(createUserByAdmin)
    app.register(getUserByAdmin)
    app.register(updateUserByAdmin)
    app.register(deleteUser)
    app.register(listFactors)
    app.register(deleteFactor)
  },
  /** The path is outside /admin, though it requires the secret key too. */
  async visitors(app) {
    await app.register(serviceRoleOnly)
    app.register(invite)
  },
})
