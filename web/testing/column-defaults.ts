import type { Database } from '../lib/database.types.ts'
import type { Row } from './fake-table.ts'
import { north } from './people.ts'

type Rows = Database['public']['Tables'] & Database['public']['Views']

const defaults = {
  agencies: {
    ...{ email: null, website_url: null, contact_person: null, phone: null, logo_url: null },
    ...{ subscription_tier: 'basic', is_active: true, answers_website: false },
    ...{ postal_address: null, live_chat_hours: 'Monday-Friday, 9am-5pm EST', social_links: [], privacy_notice: null },
    ...{ forget_enquiries_after: null },
    ...{ fields_of_work: [], testimonials: [], cases: [], show_clients_their_plan: false, booking_url: null },
  },
  user_profiles: { display_name: null, avatar_url: null, agency_id: null, deactivated_at: null },
  clients: {
    agency_id: north,
    ...{ company_name: null, phone: null, website_url: null, industry: null, prospect_status: 'prospect' },
    ...{ wants_digest: false, plan: null, plan_since: null, last_content_update_at: null },
    ...{ main_person_role: null, main_person_note: null, people_text: null, months_from: null },
  },
  projects: {
    agency_id: north,
    ...{ project_type: 'web_development', status: 'planning', priority: 'medium', description: null, budget: null },
    ...{ start_date: null, target_completion_date: null, actual_completion_date: null },
    ...{ requirements: null, assigned_to: null, created_by: null },
  },
  project_updates: {
    agency_id: north,
    is_answered: false,
    ...{ created_by: null, update_type: 'general', visibility: 'agency', is_milestone: false },
    ...{ edited_at: null, shown_at: null, answer_by: null, mails: [], replies: [], counts_as_content_update: false },
  },
  client_links: {
    ...{ created_by: null, revoked_at: null, update_id: null, expires_at: '2999-01-01T00:00:00+00:00' },
    ...{ person_id: null, is_main_persons: false, person: null, may_ask: true },
  },
  client_requests: {
    agency_id: north,
    ...{
      words: null,
      name: 'Maria',
      status: 'received',
      reason: null,
      assigned_to: null,
      assignee: null,
      closed_at: null,
    },
    ...{ step_id: null, step: null, update_id: null, update: null, counts_as_content_update: false, files: [] },
  },
  client_secrets: {
    ...{ expires_at: '2999-12-12T00:00:00+00:00', sent_at: null, opened_at: null, sealed: null },
    ...{ public_key: null, encrypted_private_key: null, client: null, asked_by: null },
  },
  calls: {
    ...{ enquiry_id: null, client_id: null, minutes: 30, staff_id: null, staff: null, note: null, state: 'planned' },
    ...{ sequence: 0, mailed_sequence: null, mailed_to: null, organizer: null, time_zone: 'UTC' },
  },
  client_people: { role: null, email: null, phone: null, note: null },
  client_notes: { note_category: 'general', staff_id: null, edited_at: null },
  contact_submissions: {
    ...{ phone: '+1 555 0100', service: 'website', message: null, notified_at: null, suspicions: [] },
    ...{ state: 'new', taken_by: null, taken_at: null, answered_at: null, client_id: null, is_set_aside: false },
    ...{ came_by: 'website', source_id: null },
  },
  enquiry_sources: {
    ...{ created_by: null, revoked_at: null, last_received_at: null, last_test_at: null },
    ...{ last_refused_at: null, last_refusal: null },
  },
  password_vault: {
    ...{ website_url: null, username: null, encrypted_notes: null, agency_id: null, client_id: null, tags: [] },
    ...{ encrypted_two_step_key: null, two_step_key_changed_at: null },
    ...{ is_favorite: false, password_strength_score: 0, password_changed_at: '2026-01-01T00:00:00+00:00' },
  },
  project_steps: {
    agency_id: north,
    ...{ due_on: null, assigned_to: null, is_done: false, done_at: null, done_by: null, created_by: null },
    ...{ repeats: null, repeats_from: null, repeats_step: null },
  },
  project_notes: { note_category: 'general', staff_id: null, edited_at: null },
  update_reach: { agency_id: north, is_answered: false },
} satisfies { [Name in keyof Rows]?: Partial<Rows[Name]['Row']> }

/** Default values of columns that an insert leaves out, by table. */
export const columnDefaults: Record<string, Row | undefined> = defaults
