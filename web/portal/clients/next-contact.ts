import { formatDay } from '../../lib/formats.ts'
import type { Client } from './client.ts'

/** When a client is contacted next, and why. */
export type NextContact = Pick<Client, 'next_contact_on' | 'next_contact_note'>

/** Whether the day of the next contact has passed; `today` is the reader's day. */
export const isContactOver = ({ next_contact_on }: Pick<NextContact, 'next_contact_on'>, today: string) =>
  next_contact_on !== null && next_contact_on < today

/** The next contact in one line: 'Nov 30, 2026: send the offer'. */
export const contactText = ({ next_contact_on, next_contact_note }: NextContact) =>
  next_contact_on === null
    ? 'no next contact'
    : [formatDay(next_contact_on), next_contact_note].filter(Boolean).join(': ')

/** The query parameter that asks for the day of the next contact, on the screen of a client. Its value is the reason. */
export const CONTACT_PARAMETER = 'contact'

export const toNextContact = (clientId: string, note: string) =>
  `/dashboard/clients/${clientId}?${new URLSearchParams({ [CONTACT_PARAMETER]: note })}`
