import { randomBytes } from 'node:crypto'
import { command } from '../command-line/define-command.ts'
import { findPerson, serverOptions } from '../people/find-person.ts'

export const resetPassword = command({
  summary: 'gives somebody a new password',
  operands: '<e-mail address>',
  help: 'It is made up, shown this once, and ends all their sessions. A second step is asked for as before.',
  options: serverOptions,
  async run(asked) {
    const { db, id, email } = await findPerson(asked)
    const password = randomBytes(12).toString('base64url')
    const { error } = await db.auth.admin.updateUserById(id, { password })
    if (error) throw new Error(error.message, { cause: error })
    return { email, password }
  },
  format: ({ email, password }) => `${email} signs in with ${password} from now on (shown only now).`,
})
