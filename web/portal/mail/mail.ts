import type { Database } from '../../lib/database.types.ts'
import type { Tone } from '../../ui/badge.tsx'

type Functions = Database['public']['Functions']

/** A mail that waits or did not arrive; the database does not say of a function what may be empty. */
export type Mail = Omit<Functions['queued_mails']['Returns'][number], 'failure' | 'due_at'> & {
  failure: string | null
  /** When it is tried next, while it waits. */
  due_at: string | null
}

export type MailState = Omit<Functions['mail_state']['Returns'][number], 'host' | 'waiting_since'> & {
  /** The mail server; null where mails become files. */
  host: string | null
  waiting_since: string | null
}

export const mailStates = ['undelivered', 'waiting', 'expired'] as const
export type KnownState = (typeof mailStates)[number]

export const stateBadges = {
  undelivered: { label: 'Not delivered', tone: 'red' },
  waiting: { label: 'Waiting', tone: 'yellow' },
  expired: { label: 'Expired', tone: 'grey' },
} satisfies Record<KnownState, { label: string; tone: Tone }>

/** What is unknown is shown as it is. */
export function badgeOf(state: string): { label: string; tone: Tone } {
  const known = mailStates.find((one) => one === state)
  return known ? stateBadges[known] : { label: state, tone: 'grey' }
}

/** Why it has not arrived. */
export function reasonOf({ state, failure }: Pick<Mail, 'state' | 'failure'>): string {
  return failure ?? (state === 'expired' ? 'It was not sent in time.' : 'It has not been tried yet.')
}

/** How often it was tried. */
export const attemptsText = (attempts: number) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`)

/** No table of the agency changes, so nothing could be followed: whoever looks at the mails asks again. */
export const EVERY_MS = 30_000
