import { addedClientForm, emptyClient } from '../portal/clients/client-form.ts'
import type { DoneContact } from '../portal/clients/contact-form.ts'
import { emptyEnquiry, enquiryForm } from '../portal/enquiries/enquiry-form.ts'
import type { ProjectFields } from '../portal/projects/project-form.ts'
import type { NewUpdate } from '../portal/updates/update.ts'
import { emptyEntry, entryForm } from '../portal/vault/entry-form.ts'

/** Samples of every write of the portal, one of each kind. */

export const agency = {
  name: 'North',
  email: null,
  website_url: null,
  contact_person: null,
  phone: null,
  logo_url: null,
  subscription_tier: 'basic',
  is_active: true,
  answers_website: false,
  show_clients_their_plan: false,
  seen: '',
} as const
export const client = addedClientForm.parse({ ...emptyClient, name: 'Otto', email: 'otto@shop.test' })
export const clientChanges = {
  ...{ ...client, industry: null, prospect_status: 'active', plan: 'Growth AI', plan_since: '2026-03-04', seen: '' },
  ...{ looked_after_by: null, next_contact_on: '2026-03-09', next_contact_note: null },
}
export const call = {
  seen: { id: 'call', sequence: 0, state: 'planned', staff_id: null } as const,
  fields: { starts_at: '2026-12-01T10:00:00Z', time_zone: 'UTC', minutes: 30, staff_id: null, note: null },
}
export const person = {
  ...{ id: 'person', isMain: false, name: 'Tom', role: null, email: 'tom@shop.test', phone: null, note: null },
  updated_at: '',
}
export const project: ProjectFields = {
  client: { id: 'client', name: 'Otto', company_name: null, agency_id: 'north', agencies: null },
  name: 'Website',
  description: null,
  project_type: 'consultation',
  status: 'planning',
  priority: 'medium',
  start_date: null,
  target_completion_date: null,
  actual_completion_date: null,
  budget: null,
  requirements: null,
  assigned_to: null,
  seen: '',
}
export const update: NewUpdate = {
  project: { id: 'project', name: 'Website' },
  title: 'Sketches',
  content: 'Three of them.',
  update_type: 'progress',
  is_milestone: false,
  is_client_visible: true,
  counts_as_content_update: true,
  answer_by: '',
  file_names: [],
  mailTo: undefined,
}
export const step = {
  id: 'step',
  agency_id: 'north',
  project_id: 'project',
  title: 'Pictures',
  due_on: null,
  assigned_to: null,
  assignee: null,
  position: 1,
  is_done: false,
  done_at: null,
  done_by: null,
  repeats: null,
  repeats_from: null,
  repeats_step: null,
  created_by: null,
  created_at: '',
  updated_at: '',
} as const
export const note = { note_text: 'Called.', note_category: null }
export const view = { id: 'view', list: 'projects', name: 'Late ones', query: 'view=overdue', created_at: '' } as const
export const enquiry = enquiryForm.parse({ ...emptyEnquiry, name: 'Vera', phone: '555 0100' })
/** A row of a list, for actions on a single row. */
export const row = { id: 'row', name: 'Website' }
export const doneContact: DoneContact = {
  words: 'They called.',
  next_contact_on: null,
  next_contact_note: null,
}
export const writtenMonth = { words: 'A good month.', what_next: null, numbers: [], seen: null }

export const entry = entryForm.parse({ ...emptyEntry, title: 'Hosting', password: 'secret', notes: 'None of them.' })
/** The same entry as it is stored. */
export const stored = {
  ...entry,
  id: 'entry',
  user_id: 'ana',
  agency_id: null,
  encrypted_password: '',
  password_strength_score: 0,
  created_at: '',
  updated_at: '',
  password_changed_at: '',
  two_step_key_changed_at: null,
  client_id: null,
  owner: null,
  client: null,
}

/** Writes that change no table of the agency directly: functions and accounts do the work. */
export const writesElsewhere = [
  'saveWebhook',
  'eraseClient',
  'eraseClientPerson',
  'exportEverything',
  'exportOf',
  'importRows',
  'settleImport',
  'undoImport',
  'exportVault',
  'storeChange',
  // Chat messages are written over the chat's own socket.
  'changeMessage',
  'addUser',
  'inviteUser',
  'inviteAgain',
  'sendTestMail',
  'uploadPicture',
  'resetPassword',
  'changeAddress',
  'changeEmail',
  'changePassword',
  'beginTwoStep',
  'finishTwoStep',
  'endTwoStep',
  'makeNewCodes',
]
