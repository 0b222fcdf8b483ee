import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import type { NotificationMail } from '../mail/notification-mails.ts'
import type { User } from '../users/user.ts'

export type VerifyOptions = { limit: ReturnType<FastifyInstance['limitAddress']> }

export const FIRST_LINK_ACCEPTED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Tells a user that their address or number has changed; `before` is the user before the change. */
export async function notifyOfChange(
  { notices }: Pick<FastifyInstance, 'notices'>,
  tx: Transaction,
  type: string,
  before: User,
): Promise<NotificationMail | undefined> {
  if (type === 'email_change' && before.email) {
    const after = { ...before, email: before.email_change, email_change: '' }
    return notices.write(tx, 'email_changed', after, { OldEmail: before.email })
  }
  if (type === 'phone_change' && before.phone) {
    const after = { ...before, phone: before.phone_change, phone_change: '' }
    return notices.write(tx, 'phone_changed', after, { Phone: before.phone_change ?? '', OldPhone: before.phone })
  }
}
