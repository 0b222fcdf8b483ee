import type { Mail } from '../../mail.ts'
import { facts, paragraph, words, writeMail } from '../../mail-layout.ts'
import { manyLines, oneLine } from '../../mail-words.ts'
import { replyAddress, replyToOf, type Sender } from '../../reply-to.ts'
import { type InvitedCall, invitationOf, type Party } from './invitation.ts'

export type CallMail = InvitedCall & {
  mail: 'invitation' | 'cancellation' | 'reminder'
  time_zone: string
  /** The sequence of the last mail about it; null if there was none. */
  mailed_sequence: number | null
  /** The address to which the invitation was mailed last; null if there was none. */
  mailed_to: string | null
  /** The organizer's address in that invitation; null if it had none. */
  organizer: string | null
  /** The person who is called. An enquiry by phone has no address. */
  somebody: { name: string; email: string | null; phone: string | null }
  /** Who calls. */
  staff: Party | null
  agency: Sender
  /** Set for a call that was deleted, with whether it may still be restored. */
  deleted?: 'restorable' | 'for good'
}

/** The mail about a call. An invitation needs an address that its answer goes to. */
export function callMail(call: CallMail, to: string): Omit<Mail, 'to'> {
  const { agency, somebody, staff, mail } = call
  const caller = staff ? `${oneLine(staff.name)} of ${oneLine(agency.name)}` : oneLine(agency.name)
  const reply = replyToOf(agency)
  const replyTo = replyToOfCall(call)
  const organizer = organizerOf(call)
  const { title, sentence } = sayings[whatHappened(call)]
  return {
    subject: `${title}: call on ${dayIn(call)}`,
    ...(replyTo !== undefined && { replyTo }),
    ...(organizer !== undefined &&
      mail !== 'reminder' && {
        invitation: invitationOf(
          call,
          { name: caller, email: organizer },
          { name: somebody.name, email: to },
          mail === 'cancellation',
        ),
      }),
    ...(mail !== 'cancellation' && { validUntil: new Date(call.starts_at) }),
    ...writeMail({
      from: agency.name,
      title: `${title}: call on ${dayIn(call)}`,
      preview: `${timeIn(call)}, with ${caller}`,
      body: [
        paragraph(sentence(caller), 16),
        facts([
          { name: 'When', value: `${timeIn(call)} (${call.time_zone.replaceAll('_', ' ')})` },
          { name: 'How long', value: `${call.minutes} minutes` },
          ...(somebody.phone && mail !== 'cancellation'
            ? [{ name: 'Your number', value: oneLine(somebody.phone) }]
            : []),
        ]),
        ...(call.note !== null && mail !== 'cancellation' ? [words(manyLines(call.note))] : []),
      ],
      foot: `This comes from ${oneLine(agency.name)}. ${reply.words}`,
    }),
  }
}

const replyToOfCall = ({ agency, staff }: CallMail) => replyToOf(agency).replyTo ?? replyAddress(staff?.email ?? '')

/**
 * The address of a call's organizer, which stays that of the first invitation: calendars follow the changes and the cancellation
 * of nobody else (RFC 5546, 2.1.4). Undefined if there is no address.
 */
export const organizerOf = (call: CallMail) => call.organizer ?? replyToOfCall(call)

export const whatHappened = ({ mail, mailed_sequence }: CallMail) =>
  mail === 'invitation' && mailed_sequence !== null ? 'change' : mail

const sayings = {
  invitation: { title: 'Invitation', sentence: (caller: string) => `${caller} calls you at this time:` },
  change: { title: 'Changed', sentence: (caller: string) => `Your call with ${caller} has changed. It is now:` },
  cancellation: { title: 'Cancelled', sentence: (caller: string) => `Your call with ${caller} does not take place:` },
  reminder: { title: 'Reminder', sentence: (caller: string) => `${caller} calls you soon:` },
}

type When = Pick<CallMail, 'starts_at' | 'time_zone'>

const dayIn = (call: When) => formatIn(call, { weekday: 'long', month: 'long', day: 'numeric' })

const timeIn = (call: When) =>
  formatIn(call, {
    ...{ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  })

/** Formats the time in the zone in which it was agreed. A zone that this runtime does not know is shown in UTC. */
function formatIn({ starts_at, time_zone }: When, look: Intl.DateTimeFormatOptions): string {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { ...look, timeZone }).format(new Date(starts_at))
  try {
    return format(time_zone)
  } catch {
    return format('UTC')
  }
}
