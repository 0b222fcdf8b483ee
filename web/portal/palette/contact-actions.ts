import { CalendarClock } from 'lucide-react'
import { formatDay } from '../../lib/formats.ts'
import { changeClients } from '../clients/change-clients.ts'
import type { NamedClient } from '../clients/clients-by-name-query.ts'
import { toNextContact } from '../clients/next-contact.ts'
import { writeNow } from '../writes/write-now.ts'
import { action, type Entry } from './entries.ts'

type PlannedContact = { day: string | undefined; text: string }

/** The person who plans a contact, and the agency that they work for. */
type Planner = { me: string; agencyId: string | null | undefined }

/**
 * The action that plans the next contact with a client; without a day it leads to the page that asks for it. A client
 * that nobody looks after is then looked after by the planner, since nobody else would be reminded of it.
 */
export const contactActions = (
  clients: readonly NamedClient[],
  { day, text }: PlannedContact,
  { me, agencyId }: Planner,
): Entry[] =>
  clients.map(({ id, name, company_name, agency_id, looked_after_by, next_contact_on, next_contact_note }) => {
    const note = text === '' ? undefined : `“${text}”`
    if (day === undefined) {
      const entry = action(`contact/${id}`, `Plan the next contact with ${name}`, note ?? company_name)
      return { ...entry, Icon: CalendarClock, to: toNextContact(id, text) }
    }
    return {
      ...action(`contact/${id}`, `Contact ${name} on ${formatDay(day)}`, note),
      Icon: CalendarClock,
      run: (client) => {
        const isMine = looked_after_by === null && agency_id === agencyId
        const from = { next_contact_on, next_contact_note, ...(isMine && { looked_after_by }) }
        const to = { next_contact_on: day, next_contact_note: text || null, ...(isMine && { looked_after_by: me }) }
        return writeNow(client, changeClients, [{ id, name, from, to }])
      },
    }
  })
