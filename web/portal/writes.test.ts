import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { agency, client, note, project, row, update, view } from '../testing/write-scene.ts'
import { addAgency, deleteAgency } from './agencies/agency-mutations.ts'
import { agencyToasts } from './agencies/agency-toasts.ts'
import { updateAgency } from './agency-details/update-agency.ts'
import { exportTrail } from './audit/export-trail.ts'
import { makeLink, renewLink, revokeLink, setDigest } from './client-links/link-mutations.ts'
import { changeClients } from './clients/change-clients.ts'
import { addClient, deleteClients, updateClient } from './clients/client-mutations.ts'
import { changeEnquiries } from './enquiries/change-enquiries.ts'
import { changeState, deleteEnquiries, makeClient } from './enquiries/enquiry-mutations.ts'
import { dismiss, sendAgain, sendAllAgain } from './mail/mail-mutations.ts'
import { addNote, changeNote, deleteNote } from './notes/note-mutations.ts'
import { clientNotebook, projectNotebook } from './notes/notebook.ts'
import { readNotices } from './notices/read-notices.ts'
import { setNoticeMail, updateProfile } from './profile/profile-mutations.ts'
import { assignProjects, changeProjects } from './projects/change-projects.ts'
import { addProject, deleteProjects, updateProject } from './projects/project-mutations.ts'
import { putIntoAgency } from './roles/change-agency.ts'
import { changeView, deleteView, saveView } from './saved-views/saved-view-mutations.ts'
import { addSteps, changeStep, deleteStep, tickStep } from './steps/step-mutations.ts'
import { mailUpdate } from './updates/mail-update.ts'
import type { NewUpdate } from './updates/update.ts'
import { changeUpdate, completeUpdate, createUpdate, deleteUpdate, leaveFilesOut } from './updates/update-mutations.ts'
import { assignRole, bringBack, deactivate, removeRole, revokeInvitation } from './users/user-mutations.ts'
import { emptyEntry, entryForm } from './vault/entry-form.ts'
import { addEntry, deleteEntry, updateEntry } from './vault/entry-mutations.ts'
import { importEntries } from './vault/import/import-entries.ts'
import { Vault } from './vault/vault.ts'
import { newQueryClient } from './writes/query-client.ts'
import { restoreDeleted } from './writes/restore-deleted.ts'
import type { Write } from './writes/use-write.ts'

const fake = vi.hoisted(() => {
  const written = new Set<string>()
  const answer = {
    data: Object.assign([{ id: 'row', created_at: '2026-03-04T12:00:00Z', changes: [] }], { agency_id: 'north' }),
    error: null,
    count: 1,
    status: 200,
  }
  /** Accepts every request to a table and answers that one row was changed. */
  const from = (table: string): object =>
    new Proxy(
      {},
      {
        get(_, method) {
          if (method === 'then') return (resolve: (answer: unknown) => void) => resolve(answer)
          if (method === 'insert' || method === 'update' || method === 'delete') written.add(table)
          return () => from(table)
        },
      },
    )
  /** A database function, with the tables that it writes to. */
  const rpc = (name: string) => {
    if (name === 'make_client_of_enquiry')
      for (const table of ['clients', 'client_notes', 'contact_submissions']) written.add(table)
    if (name === 'bring_back') written.add('recently_deleted')
    if (name === 'make_client_link') written.add('client_links')
    if (name === 'note_audit_export') written.add('audit_events')
    if (name.startsWith('send_mail') || name === 'dismiss_mail') written.add('mail.mails')
    if (name.endsWith('_person') || name === 'revoke_invitation') written.add('user_profiles')
    if (name === 'deactivate_person') written.add('projects')
    if (name === 'change_vault_passphrase')
      for (const table of ['password_vault', 'vault_access_logs']) written.add(table)
    return from(name)
  }
  const session = { user: { id: 'ana' } }
  const storage = { from: () => ({ remove: async () => ({ data: [], error: null }) }) }
  const functions = { invoke: async () => ({ data: null, error: null }) }
  return {
    written,
    client: { from, rpc, storage, functions, auth: { getSession: async () => ({ data: { session } }) } },
  }
})

vi.mock('../lib/supabase.ts', () => ({ supabase: async () => fake.client }))
vi.mock('../lib/save-file.ts', () => ({ saveFile() {} }))
vi.mock('../ui/toast.ts', () => ({ toast: { success() {}, error() {} } }))

beforeEach(() => fake.written.clear())

const vault = new Vault(async () => {})
vault.unlock('correct horse')

const entry = entryForm.parse({ ...emptyEntry, title: 'Hosting', password: 'secret', notes: 'None of them.' })
const stored = {
  ...entry,
  id: 'entry',
  user_id: 'ana',
  agency_id: null,
  encrypted_password: '',
  password_strength_score: 0,
  created_at: '',
  updated_at: '',
  password_changed_at: '',
  client_id: null,
  owner: null,
  client: null,
}
const role = { userId: 'ben', role: 'admin' } as const
const { updated, saveFailed } = agencyToasts

/** A write with sample variables: its function, and the tables that it declares to change. */
const of = <Variables>({ mutationFn, meta }: Write<Variables>, variables: Variables) => ({
  meta,
  write: () => {
    const queryClient = newQueryClient()
    return queryClient.getMutationCache().build(queryClient, { mutationFn, meta }).execute(variables)
  },
})

const step = {
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

const writes = {
  addAgency: of(addAgency, agency),
  updateAgency: of(updateAgency('north', { succeeded: updated, failed: saveFailed }), agency),
  deleteAgency: of(deleteAgency, 'north'),
  addClient: of(addClient, client),
  updateClient: of(updateClient('client'), { ...client, industry: null, prospect_status: 'active', seen: '' }),
  deleteClients: of(deleteClients, [row]),
  changeClients: of(changeClients, [{ ...row, from: { prospect_status: null }, to: { prospect_status: 'active' } }]),
  restoreDeleted: of(restoreDeleted, ['client']),
  makeLink: of(makeLink('client'), { name: 'Maria’s phone', days: 30 }),
  renewLink: of(renewLink, 'link'),
  revokeLink: of(revokeLink, 'link'),
  setDigest: of(setDigest('client'), true),
  changeState: of(changeState('enquiry'), { to: 'taken', seen: { state: 'new', taken_by: null } }),
  makeClient: of(makeClient({ id: 'enquiry', email: 'otto@shop.test' }), { existing: 'none' }),
  deleteEnquiries: of(deleteEnquiries, [row]),
  changeEnquiries: of(changeEnquiries, [{ ...row, from: { state: 'new' }, to: { state: 'taken' } }]),
  sendAgain: of(sendAgain, 'mail'),
  sendAllAgain: of(sendAllAgain, undefined),
  dismiss: of(dismiss, 'mail'),
  exportTrail: of(exportTrail, { search: '', group: undefined }),
  addNote: of(addNote(clientNotebook('client'), 'ana'), note),
  changeNote: of(changeNote(clientNotebook('client'), 'note'), { ...note, seen: null }),
  deleteNote: of(deleteNote(projectNotebook('project')), 'note'),
  addSteps: of(addSteps('project'), ['Pictures']),
  changeStep: of(changeStep, { step, to: { title: 'Texts' } }),
  tickStep: of(tickStep, step),
  deleteStep: of(deleteStep, step),
  addProject: of(addProject('ana'), project),
  updateProject: of(updateProject('project', { mayAssign: true }), project),
  assignProjects: of(assignProjects, [{ ...row, from: { assigned_to: null }, to: { assigned_to: 'ben' } }]),
  changeProjects: of(changeProjects, [{ ...row, from: { priority: 'low' }, to: { priority: 'high' } }]),
  deleteProjects: of(deleteProjects, [row]),
  completeUpdate: of(
    completeUpdate(async (fields: NewUpdate) => void (await createUpdate(fields))),
    update,
  ),
  leaveFilesOut: of(leaveFilesOut, [
    { updateId: 'update', path: 'a.png', file: new File([], 'a.png'), type: 'image/png' },
  ]),
  changeUpdate: of(changeUpdate('update'), { ...update, seen: '' }),
  mailUpdate: of(mailUpdate, { updateId: 'update', recipient: 'maria@shop.test' }),
  deleteUpdate: of(deleteUpdate, 'update'),
  readNotices: of(readNotices, 'all'),
  setNoticeMail: of(setNoticeMail('ana'), true),
  updateProfile: of(updateProfile('ana'), { display_name: 'Ana', avatar_url: null }),
  putIntoAgency: of(putIntoAgency, { userId: 'ben', agencyId: 'north' }),
  deactivate: of(deactivate, { person: 'ben' }),
  revokeInvitation: of(revokeInvitation, 'dana'),
  bringBack: of(bringBack, 'ben'),
  assignRole: of(assignRole, role),
  removeRole: of(removeRole, role),
  saveView: of(saveView, view),
  changeView: of(changeView, { view, to: { name: 'Late', query: '' } }),
  deleteView: of(deleteView, view),
  addEntry: of(addEntry(vault), entry),
  updateEntry: of(updateEntry(vault, { entry: stored, hasNotes: false }), entry),
  deleteEntry: of(deleteEntry, 'entry'),
  importEntries: of(importEntries(vault), { chosen: [entry], entries: [], onEncrypted() {} }),
}

/** Writes that change no table of the agency directly: functions and accounts do the work. */
const writesElsewhere = [
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

it.each(Object.entries(writes))(
  '%s refreshes what shows the tables that it writes to',
  async (_name, { meta, write }) => {
    await write()
    expect(fake.written.size).toBeGreaterThan(0)
    const { refresh } = meta
    expect(
      [...fake.written].filter((table) => refresh !== 'everything' && !refresh.some((one) => one === table)),
    ).toEqual([])
  },
)

const portal = import.meta.dirname
const sources = globSync('**/*.{ts,tsx}', { cwd: portal, exclude: ['**/*.test.*'] })

it('knows each write of the portal', () => {
  const exported = sources.flatMap((path) => readFileSync(join(portal, path), 'utf8').split('export const ').slice(1))
  const found = exported.flatMap((text) => {
    const [heading = ''] = text.split('mutationFn')
    return heading.includes(': Write<') ? (/^\w+/.exec(text) ?? []) : []
  })
  expect(found.sort()).toEqual([...Object.keys(writes), ...writesElsewhere].sort())
})

it('has no write beside them, which could say and refresh nothing', () => {
  const using = sources.filter((path) => readFileSync(join(portal, path), 'utf8').includes('useMutation('))
  expect(using).toEqual(['writes/use-write.ts'])
})
