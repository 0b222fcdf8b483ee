import { z } from 'zod'
import { parseDuration } from '../../kernel/duration.ts'
import { metadata, text } from '../http/read-body.ts'
import { parseEmail, parsePhone } from '../users/parse-contacts.ts'
import { adminErrors } from './errors.ts'

/** The fields of a user that an administrator may set. */
export const userFields = z.object({
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: z.boolean().default(false),
  phone_confirm: z.boolean().default(false),
  user_metadata: metadata.default({}),
  app_metadata: metadata.default({}),
  role: text,
  ban_duration: text,
})

export type UserFields = z.infer<typeof userFields>

export function parseContacts({ email, phone }: UserFields) {
  return {
    email: email === '' ? undefined : parseEmail(email),
    phone: phone === '' ? undefined : parsePhone(phone),
  }
}

/** The end of a ban: null lifts the ban, undefined leaves it unchanged. */
export function parseBan(duration: string): Date | null | undefined {
  if (duration === '') return undefined
  if (duration === 'none') return null
  const ms = parseDuration(duration)
  if (ms === undefined) throw adminErrors.banDurationMalformed()
  return new Date(Date.now() + ms)
}
