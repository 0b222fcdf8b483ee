import type { RowName, Verb } from './matrix.ts'
import { sealed } from './sealed.ts'
import type { Person } from './stage.ts'
import type { Agency, Row, World } from './world.ts'

/** How the rows of one table are made, for the matrix to be tried on. */
export type TableRows = {
  /** The columns that name a row; `id` unless said otherwise. */
  key?: readonly string[]
  /** The rows that a caller reaches for. */
  names: (caller: Person) => readonly RowName[]
  /** The verbs to leave it at, for a row on which the others would do harm if they worked. */
  only?: (name: RowName, caller: Person) => readonly Verb[] | undefined
  /** A row as it is before the caller comes, without its `id` if that is generated. */
  row: (name: RowName, caller: Person, world: World) => Row
  /** What a caller tries to change, and what the rows they add carry; `marker` tells the trials apart. */
  edit: (marker: string, caller: Person) => Row
  /** Columns of an added row that must differ from those of the row that is there. */
  fresh?: (row: Row, marker: string) => Row
  /**
   * Columns by which a row that the policies let in is refused all the same. With them adding is tried where the trial has
   * to be traceless: what is stored could not be taken away again, or would be told to people.
   */
  unstorable?: Row
  /** The column that says since when a row is there: `created_at` unless said otherwise, null where there is none. */
  since?: string | null
  /** The rows are there without the test: it changes them back, and does not clear them away. */
  given?: boolean
  /** The test itself could not write one, since not even the service key may: it finds what the database has written. */
  sealed?: boolean
}

const agencies: readonly Agency[] = ['north', 'south', 'closed']

const isAgency = (name: RowName): name is Agency => agencies.some((agency) => agency === name)

function agencyOf(name: RowName): Agency {
  if (!isAgency(name)) throw new Error(`There is no agency '${name}'.`)
  return name
}

/** Rows of the three agencies, and the caller's own unless they have no account. */
const ownAnd =
  (...others: RowName[]) =>
  (caller: Person): readonly RowName[] =>
    caller.id === '' ? others : ['own', ...others]

const anybody = (name: RowName, caller: Person, { others }: World): Person => {
  if (name === 'own' || name === 'ownShared') return caller
  if (name === 'private') return others.north
  return name === 'nowhere' ? others.nowhere : others[agencyOf(name)]
}

export const tables: Record<string, TableRows> = {
  agencies: {
    names: () => [...agencies, 'spare'],
    // Deleting an agency takes everything with it: the one person who may do it tries it on the spare one.
    only: (name, caller) =>
      name !== 'spare' && caller.roles.includes('super_admin') ? ['select', 'update'] : undefined,
    row: (name, _caller, world) => world.agencyRows[name === 'spare' ? name : agencyOf(name)],
    edit: (marker) => ({ contact_person: marker }),
    given: true,
  },

  user_profiles: {
    names: ownAnd(...agencies, 'nowhere'),
    row: (name, caller, world) => {
      const person = anybody(name, caller, world)
      return { id: person.id, display_name: person.name }
    },
    edit: (marker) => ({ display_name: marker }),
    given: true,
  },

  user_roles: {
    key: ['user_id', 'role'],
    names: ownAnd(...agencies, 'nowhere'),
    row: (name, caller, world) => ({ user_id: anybody(name, caller, world).id, role: 'user' }),
    // A role that neither the caller nor the others hold.
    edit: (_marker, caller) => ({ role: caller.roles.includes('admin') ? 'agency_admin' : 'admin' }),
    since: null,
    given: true,
  },

  clients: {
    names: () => agencies,
    row: (name, _caller, world) => ({
      agency_id: world.agencies[agencyOf(name)],
      name: 'Corner Shop',
      email: 'corner@isolation.test',
    }),
    edit: (marker) => ({ name: marker }),
  },

  client_notes: {
    names: () => agencies,
    row: (name, _caller, world) => ({ client_id: world.work[agencyOf(name)].client, note_text: 'Call on Monday.' }),
    edit: (marker) => ({ note_text: marker }),
  },

  projects: {
    names: () => agencies,
    row: (name, _caller, world) => ({
      agency_id: world.agencies[agencyOf(name)],
      client_id: world.work[agencyOf(name)].client,
      name: 'New website',
      project_type: 'web_development',
    }),
    edit: (marker) => ({ name: marker }),
  },

  project_notes: {
    names: () => agencies,
    row: (name, _caller, world) => ({ project_id: world.work[agencyOf(name)].project, note_text: 'Out of scope.' }),
    edit: (marker) => ({ note_text: marker }),
  },

  project_updates: {
    names: () => agencies,
    row: (name, _caller, world) => ({
      project_id: world.work[agencyOf(name)].project,
      title: 'Half way',
      content: 'The menu is done.',
    }),
    edit: (marker) => ({ title: marker }),
  },

  client_update_attachments: {
    names: () => agencies,
    row: (name, caller, world) => {
      const { update } = world.work[agencyOf(name)]
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

  chat_messages: {
    names: () => agencies,
    row: (name, _caller, world) => ({ agency_id: world.agencies[agencyOf(name)], content: 'Good morning' }),
    edit: (marker) => ({ content: marker }),
  },

  user_presence: {
    key: ['user_id', 'room_id'],
    names: ownAnd(...agencies),
    row: (name, caller, world) => ({
      user_id: anybody(name, caller, world).id,
      room_id: 'general',
      agency_id: name === 'own' ? (caller.agencyId ?? world.agencies.north) : world.agencies[agencyOf(name)],
      is_typing: false,
    }),
    edit: () => ({ is_typing: true }),
    since: 'updated_at',
  },

  password_vault: {
    names: (caller) => [...(caller.id === '' ? [] : (['own', 'ownShared'] as const)), ...agencies, 'private'],
    row: (name, caller, world) => ({
      user_id: anybody(name, caller, world).id,
      agency_id: isAgency(name) ? world.agencies[name] : name === 'ownShared' ? caller.agencyId : null,
      title: 'Router',
      encrypted_password: sealed(),
    }),
    edit: (marker) => ({ title: marker }),
    fresh: () => ({ encrypted_password: sealed() }),
    unstorable: { encrypted_password: 'not sealed' },
  },

  vault_access_logs: {
    names: ownAnd(...agencies),
    row: (name, caller, world) => ({
      // Nobody records what they did with an entry they cannot read.
      vault_entry_id:
        world.work[agencies.find((agency) => world.agencies[agency] === caller.agencyId) ?? 'north'].entry,
      user_id: anybody(name, caller, world).id,
      agency_id: name === 'own' ? caller.agencyId : world.agencies[agencyOf(name)],
      action: 'copied',
    }),
    edit: (marker) => ({ user_agent: marker }),
  },

  audit_events: {
    names: () => agencies,
    row: (name, _caller, world) => ({
      id: world.audited[agencyOf(name)],
      agency_id: world.agencies[agencyOf(name)],
      kind: 'exported',
      actor_kind: 'server',
    }),
    edit: () => ({ kind: 'erased' }),
    fresh: (_row, marker) => ({ subject_id: marker }),
    sealed: true,
  },

  contact_submissions: {
    names: () => ['any'],
    row: (_name, caller) => ({
      name: 'Grace',
      business_name: 'Dry Cleaning',
      email: `${caller.id || 'visitor'}@isolation-trial.invalid`,
      phone: '555 0100',
      service: 'website',
      // Long since done with: nobody is told of it, nor sees it among what is new.
      ...{ state: 'not now', created_at: '2000-01-01', notified_at: '2000-01-01', reminded_at: '2000-01-01' },
    }),
    edit: () => ({ state: 'spam' }),
    fresh: (_row, marker) => ({
      ...{ state: undefined, created_at: undefined, notified_at: undefined, reminded_at: undefined },
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
