import { command } from '../command-line/define-command.ts'
import { findPerson, serverOptions } from '../people/find-person.ts'

const ALREADY = '23505'

export const makeSuperAdmin = command({
  summary: 'makes somebody a super admin',
  operands: '<e-mail address>',
  help: 'They have an account already; they see and change everything from then on, in every agency.',
  options: serverOptions,
  async run(asked) {
    const { db, id, email } = await findPerson(asked)
    const { error } = await db.from('user_roles').insert({ user_id: id, role: 'super_admin' })
    if (error && error.code !== ALREADY) throw new Error(error.message, { cause: error })
    return { email, isNew: !error }
  },
  format: ({ email, isNew }) => `${email} is a super admin${isNew ? ' now' : ' already'}.`,
})
