import { cn } from '../../lib/cn.ts'
import { today } from '../../lib/today.ts'
import { CutText } from '../../ui/cut-text.tsx'
import { Day } from '../../ui/day.tsx'
import { nameOf } from '../people/person.tsx'
import type { ListedClient } from './client.ts'
import { contactText, isContactOver } from './next-contact.ts'

/** The line below a client's name in the list: who looks after it, and the next contact. */
export function ContactLine({ client, className }: { client: ListedClient; className: string }) {
  const { looked_after_by, manager, next_contact_on: day, next_contact_note: note } = client
  if (!looked_after_by && !day) return null
  const name = looked_after_by ? nameOf(manager) : undefined
  const isOver = isContactOver(client, today())
  return (
    <p className={cn('text-sm unfolded:text-xs', isOver ? 'font-medium text-danger' : 'text-ink-soft')}>
      <CutText className={className} whole={[name, day && contactText(client)].filter(Boolean).join(' · ')}>
        {name}
        {name && day && ' · '}
        {day && <Day day={day} />}
        {note && `: ${note}`}
        {isOver && <span className="sr-only">, overdue</span>}
      </CutText>
    </p>
  )
}
