import type { Database } from '../../lib/database.types.ts'
import type { Tone } from '../../ui/badge.tsx'

type Functions = Database['public']['Functions']

/** A mail that waits or was not delivered. The generated types do not say which columns of a function may be null. */
export type Mail = Omit<Functions['queued_mails']['Returns'][number], 'failure' | 'due_at'> & {
  failure: string | null
  /** The time of the next attempt, while the mail waits. */
  due_at: string | null
}

export type MailState = Omit<Functions['mail_state']['Returns'][number], 'host' | 'waiting_since'> & {
  /** The mail server; null where mails are written to files. */
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

/** The badge of a mail's state; an unknown state is shown as stored. */
export function badgeOf(state: string): { label: string; tone: Tone } {
  const known = mailStates.find((one) => one === state)
  return known ? stateBadges[known] : { label: state, tone: 'grey' }
}

/** The reason why a mail was not delivered. */
export function reasonOf({ state, failure }: Pick<Mail, 'state' | 'failure'>): string {
  return failure ?? (state === 'expired' ? 'It was not sent in time.' : 'It has not been tried yet.')
}

/** The number of attempts to deliver a mail, in words. */
export const attemptsText = (attempts: number) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`)

/** The interval of reading the mail queue anew, since no table broadcasts its changes. */
export const MAIL_REFRESH_MS = 30_000
