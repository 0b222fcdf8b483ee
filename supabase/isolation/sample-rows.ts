import { sealed } from './random-payload.ts'
import { rowsOfWork } from './sample-rows-of-clients.ts'
import { agencies, agencyOf, anybody, isAgency, ownAgency, ownAnd, type TableRows } from './table-rows.ts'

export const tables: Record<string, TableRows> = {
  agencies: {
    names: () => [...agencies, 'spare'],
    // Only the spare agency is deleted, since deleting an agency deletes its rows.
    only: (name, caller) =>
      name !== 'spare' && caller.roles.includes('super_admin') ? ['select', 'update'] : undefined,
    row: (name, _caller, testData) => testData.agencyRows[name === 'spare' ? name : agencyOf(name)],
    edit: (marker) => ({ contact_person: marker }),
    given: true,
  },

  user_profiles: {
    names: ownAnd(...agencies, 'nowhere'),
    row: (name, caller, testData) => {
      const person = anybody(name, caller, testData)
      return { id: person.id, display_name: person.name }
    },
    edit: (marker) => ({ display_name: marker }),
    given: true,
  },

  user_accounts: {
    key: ['user_id'],
    names: ownAnd(...agencies, 'nowhere'),
    row: (name, caller, testData) => ({ user_id: anybody(name, caller, testData).id }),
    edit: (marker) => ({ email: `${marker}@isolation-trial.invalid` }),
    since: null,
    given: true,
  },

  user_roles: {
    key: ['user_id', 'role'],
    names: ownAnd(...agencies, 'nowhere'),
    row: (name, caller, testData) => ({ user_id: anybody(name, caller, testData).id, role: 'user' }),
    // A role that neither the caller nor the others hold.
    edit: (_marker, caller) => ({ role: caller.roles.includes('admin') ? 'agency_admin' : 'admin' }),
    since: null,
    given: true,
  },

  ...rowsOfWork,

  calls: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      client_id: testData.work[agencyOf(name)].client,
      starts_at: '2999-01-01T10:00:00Z',
      time_zone: 'UTC',
      // It counts as mailed, so that no mail is sent.
      mailed_sequence: 1_000_000,
    }),
    edit: (marker) => ({ note: marker }),
    fresh: () => ({ mailed_sequence: undefined }),
  },

  chat_messages: {
    names: () => agencies,
    row: (name, _caller, testData) => ({ agency_id: testData.agencies[agencyOf(name)], content: 'Good morning' }),
    edit: (marker) => ({ content: marker }),
  },

  user_presence: {
    key: ['user_id', 'room_id'],
    names: ownAnd(...agencies),
    row: (name, caller, testData) => ({
      user_id: anybody(name, caller, testData).id,
      room_id: 'general',
      agency_id: name === 'own' ? (caller.agencyId ?? testData.agencies.north) : testData.agencies[agencyOf(name)],
      is_typing: false,
    }),
    edit: () => ({ is_typing: true }),
    since: 'updated_at',
  },

  notices: {
    names: ownAnd(...agencies),
    row: (name, caller, testData) => ({
      user_id: anybody(name, caller, testData).id,
      project_id: testData.work[name === 'own' ? ownAgency(caller, testData) : agencyOf(name)].project,
    }),
    edit: () => ({ read_at: '2026-01-01T00:00:00Z' }),
  },

  saved_views: {
    names: ownAnd(...agencies),
    row: (name, caller, testData) => ({
      user_id: anybody(name, caller, testData).id,
      list: 'projects',
      name: 'Overdue ones',
      query: 'view=overdue',
    }),
    edit: (marker) => ({ query: `search=${marker}` }),
    fresh: (_row, marker) => ({ name: marker }),
    unstorable: { list: 'none' },
  },

  password_vault: {
    names: (caller) => [...(caller.id === '' ? [] : (['own', 'ownShared'] as const)), ...agencies, 'private'],
    row: (name, caller, testData) => ({
      user_id: anybody(name, caller, testData).id,
      agency_id: isAgency(name) ? testData.agencies[name] : name === 'ownShared' ? caller.agencyId : null,
      title: 'Router',
      encrypted_password: sealed(),
    }),
    edit: (marker) => ({ title: marker }),
    fresh: () => ({ encrypted_password: sealed() }),
    unstorable: { encrypted_password: 'not sealed' },
  },

  vault_access_logs: {
    names: ownAnd(...agencies),
    row: (name, caller, testData) => ({
      // Access is recorded only for entries that the caller can read.
      vault_entry_id: testData.work[ownAgency(caller, testData)].entry,
      user_id: anybody(name, caller, testData).id,
      agency_id: name === 'own' ? caller.agencyId : testData.agencies[agencyOf(name)],
      action: 'copied',
    }),
    edit: (marker) => ({ user_agent: marker }),
  },

  audit_events: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      id: testData.audited[agencyOf(name)],
      agency_id: testData.agencies[agencyOf(name)],
      kind: 'exported',
      actor_kind: 'server',
    }),
    edit: () => ({ kind: 'erased' }),
    fresh: (_row, marker) => ({ subject_id: marker }),
    sealed: true,
  },

  enquiry_sources: {
    names: () => ['any'],
    row: () => ({ name: 'Spring campaign' }),
    edit: () => ({ revoked_at: '2001-01-01T00:00:00Z' }),
  },

  webhooks: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      agency_id: testData.agencies[agencyOf(name)],
      name: 'Isolation',
      url: 'https://isolation-trial.invalid/',
      events: ['client.added'],
      // Nothing that happens is told to it.
      is_paused: true,
    }),
    edit: (marker) => ({ name: marker }),
  },

  program_keys: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      agency_id: testData.agencies[agencyOf(name)],
      name: 'Isolation',
      scope: 'read',
    }),
    edit: () => ({ revoked_at: '2001-01-01T00:00:00Z' }),
  },

  webhook_deliveries: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      webhook_id: testData.work[agencyOf(name)].webhook,
      type: 'client.added',
      object_id: testData.work[agencyOf(name)].client,
      data: { id: testData.work[agencyOf(name)].client },
    }),
    edit: (marker) => ({ last_answer: marker }),
  },

  contact_submissions: {
    names: () => ['any'],
    row: (_name, caller) => ({
      name: 'Grace',
      business_name: 'Dry Cleaning',
      email: `${caller.id || 'visitor'}@isolation-trial.invalid`,
      phone: '555 0100',
      service: 'website',
      // The enquiry was handled long ago, so that it triggers no mail and does not appear among new ones.
      state: 'not now',
      created_at: '2000-01-01',
      notified_at: '2000-01-01',
      reminded_at: '2000-01-01',
    }),
    edit: () => ({ state: 'spam' }),
    fresh: (_row, marker) => ({
      state: undefined,
      created_at: undefined,
      notified_at: undefined,
      reminded_at: undefined,
      message: marker,
    }),
    unstorable: { service: 'none' },
  },

  page_counts: {
    key: ['day', 'page'],
    names: () => ['any'],
    row: (_name, caller) => ({ day: '2999-01-01', page: `/isolation/${caller.id || 'visitor'}` }),
    edit: () => ({ views: 1 }),
    since: 'day',
    fresh: (_row, marker) => ({ page: `/isolation/${marker.replaceAll(/\W/g, '-')}` }),
  },

  role_permissions: {
    key: ['role', 'position'],
    names: () => ['any'],
    row: () => ({ role: 'user', position: 1000, subject: 'Isolation', covers: '{}', actions: '{read}', scope: 'any' }),
    edit: (marker) => ({ subject: marker }),
    fresh: () => ({ position: 1001 }),
    since: null,
  },
}
