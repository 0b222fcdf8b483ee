import { randomInt } from 'node:crypto'
import { randomPoint, sealed } from './random-payload.ts'
import { agencies, agencyOf, ownAgency, ownAnd, type TableRows } from './table-rows.ts'

/** Rows of clients and of tables that depend on them. */
export const rowsOfWork: Record<string, TableRows> = {
  clients: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      agency_id: testData.agencies[agencyOf(name)],
      name: 'Corner Shop',
      email: 'corner@isolation.test',
      next_contact_on: '2026-12-01',
      next_contact_note: 'Send the offer.',
    }),
    edit: (marker) => ({ name: marker, next_contact_note: marker }),
  },

  client_earlier_plans: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      client_id: testData.work[agencyOf(name)].client,
      plan: 'Starter AI',
      until: '2001-01-01',
    }),
    edit: (marker) => ({ plan: marker }),
    since: 'replaced_at',
  },

  client_months: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      client_id: testData.work[agencyOf(name)].client,
      month: '2001-01-01',
      words: 'A quiet month.',
    }),
    edit: (marker) => ({ words: marker }),
    // A client has each month once.
    fresh: () => ({ month: `${randomInt(2001, 2999)}-0${randomInt(1, 9)}-01` }),
  },

  client_notes: {
    names: ownAnd(...agencies),
    row: (name, caller, testData) => ({
      client_id: testData.work[name === 'own' ? ownAgency(caller, testData) : agencyOf(name)].client,
      note_text: 'Call on Monday.',
      ...(name === 'own' && { staff_id: caller.id }),
    }),
    edit: (marker) => ({ note_text: marker }),
  },

  client_people: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      client_id: testData.work[agencyOf(name)].client,
      name: 'Maria Rossi',
      email: 'maria@isolation.test',
    }),
    edit: (marker) => ({ name: marker }),
  },

  projects: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      agency_id: testData.agencies[agencyOf(name)],
      client_id: testData.work[agencyOf(name)].client,
      name: 'New website',
      project_type: 'web_development',
    }),
    edit: (marker) => ({ name: marker }),
  },

  project_notes: {
    names: ownAnd(...agencies),
    row: (name, caller, testData) => ({
      project_id: testData.work[name === 'own' ? ownAgency(caller, testData) : agencyOf(name)].project,
      note_text: 'Out of scope.',
      ...(name === 'own' && { staff_id: caller.id }),
    }),
    edit: (marker) => ({ note_text: marker }),
  },

  project_steps: {
    names: () => agencies,
    row: (name, _caller, world) => ({ project_id: world.work[agencyOf(name)].project, title: 'Take the pictures' }),
    edit: (marker) => ({ title: marker }),
  },

  project_updates: {
    names: ownAnd(...agencies),
    row: (name, caller, testData) => ({
      project_id: testData.work[name === 'own' ? ownAgency(caller, testData) : agencyOf(name)].project,
      title: 'Half way',
      content: 'The menu is done.',
      ...(name === 'own' && { created_by: caller.id }),
    }),
    edit: (marker) => ({ title: marker }),
  },

  client_update_attachments: {
    names: () => agencies,
    row: (name, caller, testData) => {
      const { update } = testData.work[agencyOf(name)]
      return {
        update_id: update,
        file_name: 'menu.pdf',
        file_path: `${update}/${caller.id || 'visitor'}_menu.pdf`,
        file_type: 'application/pdf',
        file_size: 1024,
      }
    },
    edit: (marker) => ({ file_name: marker }),
    fresh: (row, marker) => ({ file_path: `${row.update_id}/${marker}` }),
  },

  project_update_versions: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      update_id: testData.work[agencyOf(name)].update,
      title: 'Half way',
      content: 'The menu is dona.',
      update_type: 'progress',
      visibility: 'agency',
      is_milestone: false,
    }),
    edit: (marker) => ({ title: marker }),
    since: 'replaced_at',
  },

  client_links: {
    names: () => agencies,
    row: (name, _caller, testData) => ({ client_id: testData.work[agencyOf(name)].client, name: 'By e-mail' }),
    edit: (marker) => ({ name: marker }),
  },

  client_link_openings: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      link_id: testData.work[agencyOf(name)].link,
      opened_at: '2001-01-01T00:00:00Z',
    }),
    edit: () => ({ opened_at: '2002-01-01T00:00:00Z' }),
    since: 'opened_at',
  },

  client_requests: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      client_id: testData.work[agencyOf(name)].client,
      title: 'A new menu',
      name: 'Grace',
      status: 'not_now',
      reason: 'After the holidays.',
      // The date in the past means that no mail is sent.
      notified_at: '2001-01-01T00:00:00Z',
    }),
    edit: (marker) => ({ reason: marker }),
  },

  client_secrets: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      client_id: testData.work[agencyOf(name)].client,
      label: 'Shop admin password',
      public_key: randomPoint(),
      encrypted_private_key: sealed(),
    }),
    edit: (marker) => ({ label: marker }),
    fresh: () => ({ encrypted_private_key: sealed() }),
    unstorable: { encrypted_private_key: 'not sealed' },
  },

  client_request_files: {
    names: () => agencies,
    row: (name, caller, testData) => {
      const { request } = testData.work[agencyOf(name)]
      return {
        request_id: request,
        file_name: 'menu.pdf',
        file_path: `${request}/${caller.id || 'visitor'}_menu.pdf`,
        file_type: 'application/pdf',
        file_size: 1024,
      }
    },
    edit: (marker) => ({ file_name: marker }),
    fresh: (row, marker) => ({ file_path: `${row.request_id}/${marker}` }),
  },

  update_answers: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      update_id: testData.work[agencyOf(name)].update,
      answer: 'approved',
      name: 'Grace',
    }),
    edit: (marker) => ({ comment: marker }),
  },

  recently_deleted: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      agency_id: testData.agencies[agencyOf(name)],
      kind: 'client',
      title: 'Corner Shop',
      subject_id: crypto.randomUUID(),
    }),
    edit: (marker) => ({ title: marker }),
    since: 'deleted_at',
  },

  imports: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      id: crypto.randomUUID(),
      agency_id: testData.agencies[agencyOf(name)],
      kind: 'clients',
      added: 1,
      updated: 0,
    }),
    edit: () => ({ undone_at: '2001-01-01T00:00:00Z' }),
    fresh: (_row, _marker) => ({ id: crypto.randomUUID() }),
  },

  client_mails: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      update_id: testData.work[agencyOf(name)].update,
      recipient: 'grace@isolation.test',
      // The date in the past means that no mail is sent.
      mailed_at: '2001-01-01T00:00:00Z',
    }),
    edit: (marker) => ({ recipient: `${marker}@isolation.test` }),
    // An added update is due for mailing, and is removed before that.
    fresh: () => ({ mailed_at: undefined }),
    unstorable: { recipient: 'nobody' },
  },

  // update_reach is a view that can only be read.
  update_reach: {
    key: ['update_id'],
    names: () => agencies,
    only: () => ['select'],
    row: (name, _caller, testData) => ({ update_id: testData.work[agencyOf(name)].update }),
    edit: () => ({}),
    since: 'shown_at',
    sealed: true,
  },
}
