import { count } from '../backup/format-size.ts'
import { command } from '../command-line/define-command.ts'
import { findPerson, serverOptions } from '../people/find-person.ts'

export const resetSecondFactor = command({
  summary: 'lets somebody in who has lost their second step',
  operands: '<e-mail address>',
  help: 'Be sure that it is they who ask. Their password alone opens the account from then on, until they set it up again.',
  options: serverOptions,
  async run(asked) {
    const { db, id: userId, email } = await findPerson(asked)
    const { data, error } = await db.auth.admin.mfa.listFactors({ userId })
    if (error) throw new Error(error.message, { cause: error })
    for (const { id } of data.factors) {
      const removed = await db.auth.admin.mfa.deleteFactor({ userId, id })
      if (removed.error) throw new Error(removed.error.message, { cause: removed.error })
    }
    return { email, removed: data.factors.length }
  },
  format: ({ email, removed }) =>
    removed === 0 ? `${email} had no second step.` : `${email}: ${count(removed, 'second step')} removed.`,
})
