import { plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'
import type { EnquiryState } from './enquiry.ts'

export const enquiryToasts = {
  added: { title: 'Enquiry added' },
  addingFailed: plainFailureNotice('Enquiry not added', 'Failed to add the enquiry. Please try again.'),
  changed: { title: 'Enquiry changed' },
  moved: (to: EnquiryState) => ({ title: movedTexts[to] }),
  // The text is the one of the add dialog: it does not matter where a client came from.
  clientCreated: { title: 'Client created' },
  clientLinked: { title: 'Enquiry linked' },
  deleted: { title: 'Enquiry deleted' },
  changeFailed: plainFailureNotice('Nothing changed', 'Failed to change the enquiry. Please try again.'),
  clientFailed: plainFailureNotice('Creation failed', 'Unable to create client.'),
  deletionFailed: plainFailureNotice('Delete failed', 'Failed to delete the enquiry. Please try again.'),
} satisfies ToastTexts

const movedTexts = {
  new: 'Enquiry reopened',
  taken: 'Enquiry assigned to you',
  answered: 'Enquiry answered',
  client: 'Client created',
  'not now': 'Enquiry archived',
  spam: 'Enquiry marked as spam',
  test: 'Enquiry marked as a test',
} satisfies Record<EnquiryState, string>
