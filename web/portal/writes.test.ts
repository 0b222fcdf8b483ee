import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  agency,
  call,
  client,
  clientChanges,
  doneContact,
  enquiry,
  entry,
  note,
  person,
  project,
  row,
  step,
  stored,
  update,
  view,
  writesElsewhere,
  writtenMonth,
} from '../testing/write-scene.ts'
import { addAgency, deleteAgency } from './agencies/agency-mutations.ts'
import { agencyToasts } from './agencies/agency-toasts.ts'
import { updateAgency } from './agency-details/update-agency.ts'
import { exportTrail } from './audit/export-trail.ts'
import { cancelCall, changeCall, noteCall, planCall } from './calls/call-mutations.ts'
import { letAsk, makeLink, renewLink, revokeLink, setDigest } from './client-links/link-mutations.ts'
import { addPerson, deletePerson, makeMainPerson, updatePerson } from './client-people/person-mutations.ts'
import { changeRequest, countRequest, makeStep } from './client-requests/request-mutations.ts'
import { changeClients } from './clients/change-clients.ts'
import { addClient, completeContact, deleteClients, updateClient } from './clients/client-mutations.ts'
import { mergeClients, undoMerge } from './clients/merging/merge-mutations.ts'
import { changeEnquiries } from './enquiries/change-enquiries.ts'
import { addEnquiry, changeState, deleteEnquiries, makeClient } from './enquiries/enquiry-mutations.ts'
import { addSource, revokeSource } from './enquiries/sources/source.ts'
import { dismiss, sendAgain, sendAllAgain } from './mail/mail-mutations.ts'
import { leaveMonthOut, mailMonth, saveMonth, setMonthsFrom } from './months/month-mutations.ts'
import { addNote, changeNote, deleteNote } from './notes/note-mutations.ts'
import { clientNotebook, projectNotebook } from './notes/notebook.ts'
import { readNotices } from './notices/read-notices.ts'
import { makeCalendarFeed, revokeCalendarFeed } from './profile/calendar-feed.ts'
import { setNoticeMail, showClientsTheirPlan, updateProfile } from './profile/profile-mutations.ts'
import { addKey, revokeKey } from './program-keys/program-key.ts'
import { moveSteps } from './projects/calendar/move-steps.ts'
import { assignProjects, changeProjects, moveProjects } from './projects/change-projects.ts'
import { addProject, deleteProjects, updateProject } from './projects/project-mutations.ts'
import { putIntoAgency } from './roles/change-agency.ts'
import { changeView, deleteView, saveView } from './saved-views/saved-view-mutations.ts'
import { addSteps, changeStep, deleteStep, tickStep } from './steps/step-mutations.ts'
import { answerRequest } from './updates/answer-request.ts'
import { mailUpdate } from './updates/mail-update.ts'
import type { NewUpdate } from './updates/update.ts'
import { changeUpdate, completeUpdate, createUpdate, deleteUpdate, leaveFilesOut } from './updates/update-mutations.ts'
import { assignRole, bringBack, deactivate, removeRole, revokeInvitation } from './users/user-mutations.ts'
import { addEntry, deleteEntry, updateEntry } from './vault/entry-mutations.ts'
import { askForSecret, storeHandedOver, withdrawSecret } from './vault/handed-over/handed-over-mutations.ts'
import { importEntries } from './vault/import/import-entries.ts'
import { takeOverEntry } from './vault/take-over.ts'
import { Vault } from './vault/vault.ts'
import { deleteWebhook, pauseWebhook, sendEventAgain, testWebhook } from './webhooks/webhook-mutations.ts'
import { newQueryClient } from './writes/query-client.ts'
import { restoreDeleted } from './writes/restore-deleted.ts'
import type { Write } from './writes/use-write.ts'

const fake = await vi.hoisted(async () => {
  const { tablesWrittenBy } = await import('../testing/tables-of-functions.ts')
  const written = new Set<string>()
  const answer = {
    data: Object.assign(
      [{ id: 'row', created_at: '2026-03-04T12:00:00Z', kind: 'signed_in', changes: [], changed: [] }],
      {
        agency_id: 'north',
      },
    ),
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
  const rpc = (name: string) => {
    for (const table of tablesWrittenBy(name)) written.add(table)
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

vi.mock('../lib/supabase.ts', () => ({ supabase: async () => fake.client, wholeSupabase: async () => fake.client }))
vi.mock('../lib/supabase-project.ts', () => ({ readProject: async () => ({ supabaseUrl: 'http://x.test' }) }))
vi.mock('../lib/save-file.ts', () => ({ saveFile() {} }))
vi.mock('../ui/toast.ts', () => ({ toast: { success() {}, error() {} } }))

beforeEach(() => fake.written.clear())

const vault = new Vault(async () => {})
vault.unlock('correct horse')

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

const taken = { status: 'in_progress', assigned_to: 'ben', reason: null } as const
const writes = {
  addAgency: of(addAgency, agency),
  showClientsTheirPlan: of(showClientsTheirPlan('north'), true),
  updateAgency: of(updateAgency('north', { succeeded: updated, failed: saveFailed }), agency),
  deleteAgency: of(deleteAgency, 'north'),
  addClient: of(addClient, client),
  updateClient: of(updateClient('client'), clientChanges),
  deleteClients: of(deleteClients, [row]),
  changeClients: of(changeClients, [{ ...row, from: { prospect_status: null }, to: { prospect_status: 'active' } }]),
  mergeClients: of(mergeClients, { kept: 'client', merged: row, taken: ['phone'] }),
  undoMerge: of(undoMerge, 'client'),
  completeContact: of(completeContact(row, { next_contact_on: '2026-03-09', next_contact_note: null }), doneContact),
  restoreDeleted: of(restoreDeleted, ['client']),
  makeLink: of(makeLink('client'), { name: 'Maria’s phone', days: 30 }),
  renewLink: of(renewLink, 'link'),
  letAsk: of(letAsk('link'), false),
  countRequest: of(countRequest('request'), true),
  answerRequest: of(answerRequest, { requestId: 'request', updateId: 'update' }),
  makeStep: of(makeStep({ id: 'request', title: 'A menu' }), 'project'),
  addPerson: of(addPerson('client'), person),
  updatePerson: of(updatePerson(person), { ...person, seen: '' }),
  deletePerson: of(deletePerson, person),
  makeMainPerson: of(makeMainPerson, person),
  revokeLink: of(revokeLink, 'link'),
  setDigest: of(setDigest('client'), true),
  planCall: of(planCall({ column: 'client_id', id: 'client' }), call.fields),
  changeCall: of(changeCall(call.seen), call.fields),
  cancelCall: of(cancelCall(call.seen), undefined),
  noteCall: of(noteCall(call.seen), 'came'),
  makeCalendarFeed: of(makeCalendarFeed, undefined),
  revokeCalendarFeed: of(revokeCalendarFeed, undefined),
  changeRequest: of(changeRequest({ ...row, title: 'A menu', ...taken }), taken),
  saveMonth: of(saveMonth({ client: 'client', month: '2026-11-01', id: 'month' }), writtenMonth),
  leaveMonthOut: of(leaveMonthOut('client'), { month: '2026-11-01', is_left_out: true }),
  mailMonth: of(mailMonth('client'), '2026-11-01'),
  setMonthsFrom: of(setMonthsFrom('client'), '2026-11-01'),
  addSource: of(addSource, { name: 'Spring' }),
  revokeSource: of(revokeSource, 'source'),
  addEnquiry: of(addEnquiry, enquiry),
  changeState: of(changeState('enquiry'), { to: 'taken', seen: { state: 'new', taken_by: null } }),
  makeClient: of(makeClient({ id: 'enquiry', email: 'otto@shop.test', phone: '555 0100' }), { existing: 'none' }),
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
  changeStep: of(changeStep, { step: row, to: { title: 'Texts' } }),
  tickStep: of(tickStep, { ...step, id: row.id }),
  deleteStep: of(deleteStep, step),
  addProject: of(addProject('ana'), { ...project, begin_with: 'process', begin_project: null }),
  updateProject: of(updateProject('project', { mayAssign: true }), project),
  assignProjects: of(assignProjects, [{ ...row, from: { assigned_to: null }, to: { assigned_to: 'ben' } }]),
  changeProjects: of(changeProjects, [{ ...row, from: { priority: 'low' }, to: { priority: 'high' } }]),
  moveSteps: of(moveSteps, [{ ...row, from: { due_on: '2026-03-04' }, to: { due_on: '2026-03-05' } }]),
  moveProjects: of(moveProjects, [{ ...row, from: { status: 'planning' }, to: { status: 'review' } }]),
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
  takeOverEntry: of(takeOverEntry, 'entry'),
  askForSecret: of(askForSecret(vault, { id: 'harbor', name: 'Harbor Bakery' }), { label: 'Shop' }),
  withdrawSecret: of(withdrawSecret, 'secret'),
  storeHandedOver: of(storeHandedOver(vault, 'secret'), entry),
  ...{ addKey: of(addKey('agency'), { name: 'Zapier', scope: 'read' }), revokeKey: of(revokeKey, 'key') },
  ...{ pauseWebhook: of(pauseWebhook('webhook'), true), deleteWebhook: of(deleteWebhook, 'webhook') },
  ...{ testWebhook: of(testWebhook, 'webhook'), sendEventAgain: of(sendEventAgain, 'delivery') },
  importEntries: of(importEntries(vault), { chosen: [entry], entries: [], onEncrypted() {} }),
}

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
