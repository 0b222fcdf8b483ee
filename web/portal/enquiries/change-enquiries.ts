import { changeRows, type RowChange } from '../list/change-rows.ts'
import { listToasts } from '../list/list-toasts.ts'
import type { Undoable } from '../writes/undoable.ts'
import type { Write } from '../writes/use-write.ts'
import { type Enquiry, type EnquiryState, stateBadges } from './enquiry.ts'
import { enquiryToasts } from './enquiry-toasts.ts'

/** The steps that are offered for several waiting enquiries at once. */
export const stepsForSeveral = ['taken', 'answered', 'not now', 'spam'] as const satisfies readonly EnquiryState[]
export const labels = {
  taken: 'Assign to me',
  answered: 'Answered',
  'not now': 'Archive',
  spam: 'Spam',
} satisfies Record<(typeof stepsForSeveral)[number], string>

/**
 * Whether an enquiry waits and is not assigned to a colleague. Only such enquiries change state together, and Undo
 * restores their former state.
 */
export const mayChangeTogether = ({ state, taken_by }: Pick<Enquiry, 'state' | 'taken_by'>, me: string) =>
  state === 'new' || (state === 'taken' && taken_by === me)

type StateChange = Pick<Enquiry, 'state'>

export const stepChange = ({ id, name, state, taken_by }: Enquiry, to: EnquiryState): RowChange<StateChange> => ({
  id,
  name,
  seen: { state, taken_by },
  from: { state },
  to: { state: to },
})

export const changeEnquiries: Write<readonly RowChange<StateChange>[], Undoable> = {
  scope: { id: 'change-enquiries' },
  mutationFn: (enquiries) =>
    changeRows(enquiries, {
      table: 'contact_submissions',
      undo: { succeeded: listToasts.changeUndone, failed: listToasts.notUndone, refresh: ['contact_submissions'] },
      say: ({ state }) => stateBadges[state].label,
    }),
  meta: { succeeded: enquiryToasts.changed, failed: enquiryToasts.changeFailed, refresh: ['contact_submissions'] },
}
