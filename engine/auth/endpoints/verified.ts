import type { FastifyInstance } from 'fastify'
import type { User } from '../people/user.ts'

export type VerifyOptions = { limit: ReturnType<FastifyInstance['limitAddress']> }

export const halfWay = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** To whoever changed their address or number by it; `before` is how they were. */
export async function tellOfChange({ notices }: Pick<FastifyInstance, 'notices'>, type: string, before: User) {
  if (type === 'email_change' && before.email) {
    const after = { ...before, email: before.email_change, email_change: '' }
    await notices.tell('email_changed', after, { OldEmail: before.email })
  } else if (type === 'phone_change' && before.phone) {
    const after = { ...before, phone: before.phone_change, phone_change: '' }
    await notices.tell('phone_changed', after, { Phone: before.phone_change ?? '', OldPhone: before.phone })
  }
}
