import { agencies, agencyOf, ownAgency, ownAnd, type TableRows } from './table-rows.ts'

/** Rows of clients and of tables that depend on them. */
export const rowsOfWork: Record<string, TableRows> = {
  clients: {
    names: () => agencies,
    row: (name, _caller, testData) => ({
      agency_id: testData.agencies[agencyOf(name)],
      name: 'Corner Shop',
      email: 'corner@isolation.test',
    }),
    edit: (marker) => ({ name: marker }),
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
