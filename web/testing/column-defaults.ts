import type { Database } from '../lib/database.types.ts'
import type { Row } from './fake-table.ts'

type Tables = Database['public']['Tables']

const defaults = {
  agencies: {
    ...{ email: null, website_url: null, contact_person: null, phone: null, logo_url: null },
    ...{ subscription_tier: 'basic', is_active: true, answers_website: false },
    ...{ postal_address: null, live_chat_hours: 'Monday-Friday, 9am-5pm EST', social_links: [] },
    ...{ fields_of_work: [], testimonials: [], cases: [] },
  },
  user_profiles: { display_name: null, avatar_url: null, agency_id: null, deactivated_at: null },
  clients: {
    ...{ company_name: null, phone: null, website_url: null, industry: null, prospect_status: 'prospect' },
    ...{ wants_digest: false },
  },
  projects: {
    ...{ project_type: 'web_development', status: 'planning', priority: 'medium', description: null, budget: null },
    ...{ start_date: null, target_completion_date: null, actual_completion_date: null },
    ...{ requirements: null, assigned_to: null, created_by: null },
  },
  project_updates: {
    ...{ created_by: null, update_type: 'general', visibility: 'agency', is_milestone: false },
    ...{ edited_at: null, shown_at: null, mails: [] },
  },
  client_links: { created_by: null, revoked_at: null, update_id: null, expires_at: '2999-01-01T00:00:00+00:00' },
  client_notes: { note_category: 'general', staff_id: null, edited_at: null },
  contact_submissions: {
    ...{ phone: '+1 555 0100', service: 'website', message: null, notified_at: null, suspicions: [] },
    ...{ state: 'new', taken_by: null, taken_at: null, answered_at: null, client_id: null, is_set_aside: false },
  },
  password_vault: {
    ...{ website_url: null, username: null, encrypted_notes: null, agency_id: null, client_id: null, tags: [] },
    ...{ is_favorite: false, password_strength_score: 0, password_changed_at: '2026-01-01T00:00:00+00:00' },
  },
  project_steps: {
    ...{ due_on: null, assigned_to: null, is_done: false, done_at: null, done_by: null, created_by: null },
    ...{ repeats: null, repeats_from: null, repeats_step: null },
  },
  project_notes: { note_category: 'general', staff_id: null, edited_at: null },
} satisfies { [Name in keyof Tables]?: Partial<Tables[Name]['Row']> }

/** Default values of columns that an insert leaves out, by table. */
export const columnDefaults: Record<string, Row | undefined> = defaults
