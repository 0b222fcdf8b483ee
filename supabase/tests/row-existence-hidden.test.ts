import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealed } from '../isolation/random-payload.ts'
import { said, told } from './comparable-answer.ts'
import { arrange, newPerson, north, type Person, removePeople, service, south } from './people.ts'
import type { Row } from './test-data.ts'

/**
 * Existing rows of another agency are answered like missing ones, so that neither guessing nor a known id reveals them.
 */

const BUCKET = 'client-update-files'
const CSV = 'text/csv'

let bea: Person // works for North
let amy: Person // an agency admin of North
let nia: Person // signed up by herself
let sue: Person // works for South
let mine: Work
/** Rows of the agency South. */
let theirs: Work

type Work = { client: string; project: string; update: string; entry: string; person: string; agency: string }
/** A request whose answer must not reveal whether the row exists. */
type Attempt = (caller: Person, id: string) => PromiseLike<unknown>

beforeAll(async () => {
  bea = await newPerson('Bea', { agencyId: north, roles: ['agency_staff'] })
  amy = await newPerson('Amy', { agencyId: north, roles: ['agency_admin'] })
  sue = await newPerson('Sue', { agencyId: south, roles: ['agency_staff'] })
  nia = await newPerson('Nia')
  mine = await workOf(bea)
  theirs = await workOf(sue)
  await arrange(sue.db.storage.from(BUCKET).upload(`${theirs.update}/1_a.csv`, new Blob(['a'], { type: CSV })))
  await arrange(sue.db.from('user_presence').insert({ is_online: true }))
})
afterAll(async () => {
  await arrange(service.from('clients').delete().in('id', [mine.client, theirs.client]))
  await removePeople(bea, amy, sue, nia)
})

const insert =
  (table: string, row: (id: string) => Row): Attempt =>
  ({ db }, id) =>
    db.from(table).insert(row(id))
const update =
  (table: string, row: (id: string) => Row, mineIs: () => string): Attempt =>
  ({ db }, id) =>
    db.from(table).update(row(id)).eq('id', mineIs())
const project = (columns: Row) => ({ name: 'Probe', project_type: 'maintenance', ...columns })
const bytes = () => new Blob(['b'], { type: CSV })

const attempts: [what: string, Attempt, which: (work: Work) => string][] = [
  ['a note about a client', insert('client_notes', (client_id) => ({ client_id, note_text: 'x' })), (w) => w.client],
  ['a person of a client', insert('client_people', (client_id) => ({ client_id, name: 'x' })), (w) => w.client],
  ['a project of a client', insert('projects', (client_id) => project({ client_id })), (w) => w.client],
  [
    'a project of a client, in the client’s agency',
    insert('projects', (client_id) => project({ client_id, agency_id: south })),
    (w) => w.client,
  ],
  [
    'a project moved to a client',
    update(
      'projects',
      (client_id) => ({ client_id }),
      () => mine.project,
    ),
    (w) => w.client,
  ],
  [
    'a project assigned to a person',
    insert('projects', (id) => project({ client_id: mine.client, assigned_to: id })),
    (w) => w.person,
  ],
  [
    'a project of another agency, assigned to a person',
    insert('projects', (id) => project({ client_id: theirs.client, agency_id: south, assigned_to: id })),
    (w) => w.person,
  ],
  [
    'a project assigned to a person afterwards',
    update(
      'projects',
      (assigned_to) => ({ assigned_to }),
      () => mine.project,
    ),
    (w) => w.person,
  ],
  [
    'a project moved to another agency and assigned there',
    update(
      'projects',
      (assigned_to) => ({ assigned_to, agency_id: south }),
      () => mine.project,
    ),
    (w) => w.person,
  ],
  [
    'a project in an agency',
    insert('projects', (id) => project({ client_id: mine.client, agency_id: id })),
    (w) => w.agency,
  ],
  [
    'a project made by a person',
    insert('projects', (id) => project({ client_id: mine.client, created_by: id })),
    (w) => w.person,
  ],
  [
    'a note about a project',
    insert('project_notes', (project_id) => ({ project_id, note_text: 'x' })),
    (w) => w.project,
  ],
  ['a step of a project', insert('project_steps', (project_id) => ({ project_id, title: 'x' })), (w) => w.project],
  [
    'an update of a project',
    insert('project_updates', (project_id) => ({ project_id, title: 'x', content: 'x' })),
    (w) => w.project,
  ],
  [
    'an attachment of an update',
    insert('client_update_attachments', (update_id) => ({
      ...{ update_id, file_name: 'a.csv', file_type: CSV, file_size: 1 },
      file_path: `${update_id}/1_a.csv`,
    })),
    (w) => w.update,
  ],
  [
    'a client in an agency',
    insert('clients', (agency_id) => ({ name: 'x', email: 'x@y', agency_id })),
    (w) => w.agency,
  ],
  [
    'an entry shared with an agency',
    insert('password_vault', (agency_id) => ({ title: 'x', encrypted_password: sealed(), agency_id })),
    (w) => w.agency,
  ],
  [
    'an entry of a person',
    insert('password_vault', (user_id) => ({ title: 'x', encrypted_password: sealed(), user_id })),
    (w) => w.person,
  ],
  [
    'a record about an entry',
    insert('vault_access_logs', (vault_entry_id) => ({ vault_entry_id, action: 'copied' })),
    (w) => w.entry,
  ],
  ['a message in an agency', insert('chat_messages', (agency_id) => ({ content: 'x', agency_id })), (w) => w.agency],
  ['a message of a person', insert('chat_messages', (sender_id) => ({ content: 'x', sender_id })), (w) => w.person],
  ['the presence of a person', insert('user_presence', (user_id) => ({ user_id, is_online: true })), (w) => w.person],
  [
    'an upsert of a presence',
    ({ db }, user_id) => db.from('user_presence').upsert({ user_id, is_online: true }),
    (w) => w.person,
  ],
  ['a role for a person', insert('user_roles', (user_id) => ({ user_id, role: 'user' })), (w) => w.person],
  [
    'a role taken away',
    ({ db }, id) => db.from('user_roles').delete({ count: 'exact' }).eq('user_id', id),
    (w) => w.person,
  ],
  [
    'an agency of one’s own choice',
    ({ db, id: me }, agency_id) => db.from('user_profiles').update({ agency_id }).eq('id', me),
    (w) => w.agency,
  ],
  [
    'a name for a person',
    ({ db }, id) => db.from('user_profiles').update({ display_name: 'x' }).eq('id', id),
    (w) => w.person,
  ],
  ['a change of an agency', ({ db }, id) => db.from('agencies').update({ name: 'x' }).eq('id', id), (w) => w.agency],
  [
    'a new password for a person',
    ({ db }, userId) => said(db.functions.invoke('reset-user-password', { body: { userId, newPassword: 'secret' } })),
    (w) => w.person,
  ],
  ['an upload', ({ db }, id) => db.storage.from(BUCKET).upload(`${id}/1_a.csv`, bytes()), (w) => w.update],
  [
    'an upload in place',
    ({ db }, id) => db.storage.from(BUCKET).upload(`${id}/1_a.csv`, bytes(), { upsert: true }),
    (w) => w.update,
  ],
  ['a download', ({ db }, id) => said(db.storage.from(BUCKET).download(`${id}/1_a.csv`)), (w) => w.update],
  ['a link to a file', ({ db }, id) => db.storage.from(BUCKET).createSignedUrl(`${id}/1_a.csv`, 60), (w) => w.update],
  [
    'an address to upload to',
    ({ db }, id) => db.storage.from(BUCKET).createSignedUploadUrl(`${id}/1_a.csv`),
    (w) => w.update,
  ],
  [
    'a copy of a file',
    ({ db }, id) => db.storage.from(BUCKET).copy(`${id}/1_a.csv`, `${mine.update}/2_b.csv`),
    (w) => w.update,
  ],
  [
    'a file moved away',
    ({ db }, id) => db.storage.from(BUCKET).move(`${id}/1_a.csv`, `${mine.update}/2_b.csv`),
    (w) => w.update,
  ],
  ['a file removed', ({ db }, id) => db.storage.from(BUCKET).remove([`${id}/1_a.csv`]), (w) => w.update],
  ['what is known of a file', ({ db }, id) => db.storage.from(BUCKET).info(`${id}/1_a.csv`), (w) => w.update],
  ['whether a file exists', ({ db }, id) => db.storage.from(BUCKET).exists(`${id}/1_a.csv`), (w) => w.update],
  ['a list of files', ({ db }, id) => db.storage.from(BUCKET).list(id), (w) => w.update],
]

describe.each([
  ['staff', () => bea],
  ['an agency admin', () => amy],
  ['somebody without an agency', () => nia],
])('%s is told of another agency’s what they are told of nobody’s', (_who, caller) => {
  it.each(attempts)('%s', async (_what, attempt, which) => {
    const id = which(theirs)
    const nobodys = randomUUID()
    expect(told(await attempt(caller(), id), id)).toEqual(told(await attempt(caller(), nobodys), nobodys))
  })
})

it.each(['vault_payloads', 'deleted_vault_entries', 'chat_connections', 'chat_servers'])(
  'what the database remembers for itself is shown to nobody: %s',
  async (table) => {
    for (const { db } of [bea, amy, nia, { db: service }]) {
      const { data, error } = await db.schema('private').from(table).select()
      expect({ data, code: error?.code }).toEqual({ data: null, code: 'PGRST106' })
    }
  },
)

it('a record is made of what one may read, and of what one could until it was deleted, by its owner or a colleague', async () => {
  const record = ({ db }: Person, vault_entry_id: string) =>
    db.from('vault_access_logs').insert({ vault_entry_id, action: 'deleted' })
  const { entry } = await workOf(bea)
  await arrange(record(bea, entry))
  await arrange(service.from('password_vault').delete().eq('id', entry))
  await arrange(record(bea, entry))
  await arrange(record(amy, entry))
  expect((await record(sue, entry)).error?.code).toBe('42501')
  expect((await record(sue, randomUUID())).error?.code).toBe('42501')
  await arrange(service.from('vault_access_logs').delete().eq('vault_entry_id', entry))
})

async function workOf(person: Person): Promise<Work> {
  const add = async (table: string, row: Row): Promise<string> =>
    (await arrange(person.db.from(table).insert(row).select('id')))[0]?.id
  const client = await add('clients', { name: 'Probe', email: 'probe@isolation.test' })
  const project = await add('projects', { client_id: client, name: 'Probe', project_type: 'maintenance' })
  const update = await add('project_updates', { project_id: project, title: 'Probe', content: 'Probe' })
  const entry = await add('password_vault', { title: 'Key', encrypted_password: sealed(), agency_id: person.agencyId })
  return { client, project, update, entry, person: person.id, agency: person.agencyId ?? '' }
}
