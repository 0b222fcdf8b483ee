import { addedClientForm, emptyClient } from '../portal/clients/client-form.ts'
import type { ProjectFields } from '../portal/projects/project-form.ts'
import type { NewUpdate } from '../portal/updates/update.ts'

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
  seen: '',
} as const
export const client = addedClientForm.parse({ ...emptyClient, name: 'Otto', email: 'otto@shop.test' })
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
  file_names: [],
  mailTo: undefined,
}
export const note = { note_text: 'Called.', note_category: null }
export const view = { id: 'view', list: 'projects', name: 'Late ones', query: 'view=overdue', created_at: '' } as const
/** A row of a list, for actions on a single row. */
export const row = { id: 'row', name: 'Website' }
