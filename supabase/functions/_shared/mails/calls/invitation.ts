import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { manyLines, oneLine } from '../../mail-words.ts'
import type { CalendarInvitation } from '../../runtime.ts'

/** A mailbox, with the name that calendars show. */
export type Party = { name: string; email: string }

/** A call as its invitation shows it. */
export type InvitedCall = {
  id: string
  starts_at: string
  minutes: number
  note: string | null
  sequence: number
  changed_at: string
  agency: { name: string }
}

const MINUTE_MS = 60_000

/**
 * The invitation of a call for the calendar of the person who is called. All versions have the same UID, and a later one has a
 * higher SEQUENCE. The time is in UTC, which needs no time zone definition: calendars show it in the reader's own zone.
 */
export function invitationOf(
  call: InvitedCall,
  organizer: Party,
  attendee: Party,
  isCancelled: boolean,
): CalendarInvitation {
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST
  const start = new Date(call.starts_at)
  const calendar = ical({ prodId: { company: 'Mainstreet', product: 'Calls', language: 'EN' }, method })
  calendar.createEvent({
    id: `call-${call.id}`,
    sequence: call.sequence,
    stamp: new Date(call.changed_at),
    start,
    end: new Date(start.getTime() + call.minutes * MINUTE_MS),
    summary: `Call with ${oneLine(call.agency.name)}`,
    description: call.note === null ? null : manyLines(call.note),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.OPAQUE,
    organizer: { name: oneLine(organizer.name), email: organizer.email },
    attendees: [
      {
        name: oneLine(attendee.name),
        email: attendee.email,
        role: ICalAttendeeRole.REQ,
        type: ICalAttendeeType.INDIVIDUAL,
        status: ICalAttendeeStatus.NEEDSACTION,
        rsvp: !isCancelled,
      },
    ],
  })
  return { method: isCancelled ? 'CANCEL' : 'REQUEST', content: calendar.toString() }
}
