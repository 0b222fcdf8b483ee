import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { agenciesQuery } from './agencies/agency-queries.ts'
import { auditQuery } from './audit/audit-queries.ts'
import { clientChoiceQuery, clientChoicesQuery } from './client-choice/client-choices.ts'
import { linksQuery } from './client-links/link-queries.ts'
import { clientEntriesQuery } from './clients/client-entries-query.ts'
import { clientProjectsQuery } from './clients/client-projects-query.ts'
import { clientQuery, clientsQuery } from './clients/client-queries.ts'
import { clientsByNameQuery } from './clients/clients-by-name-query.ts'
import { deletedQuery } from './deleted/deleted-queries.ts'
import { earlierQuery, enquiriesQuery, enquiryQuery, figuresQuery, visitsQuery } from './enquiries/enquiry-queries.ts'
import { backupStateQuery } from './home/backup-state.ts'
import { colleaguesQuery, websiteAgencyQuery } from './home/checklist-queries.ts'
import { dueQuery, unansweredQuery, waitingQuery } from './home/needs-queries.ts'
import { statsQuery } from './home/stats-query.ts'
import { importsQuery } from './import/import-queries.ts'
import { mailStateQuery, mailsQuery } from './mail/mail-queries.ts'
import { myAgencyQuery, myProfileQuery, myRolesQuery } from './me/me-queries.ts'
import { onlineUsersQuery, searchQuery } from './messages/chat-queries.ts'
import { recordNameQuery } from './messages/record-name-query.ts'
import { notesQuery } from './notes/note-queries.ts'
import { clientNotebook, projectNotebook } from './notes/notebook.ts'
import { noticesQuery, unreadQuery } from './notices/notice-queries.ts'
import { leaverQuery } from './offboarding/leaver-queries.ts'
import { findAnythingQuery } from './palette/find-anything-query.ts'
import { seenQuery } from './palette/seen-query.ts'
import { agencyNamesQuery } from './people/agency-names-query.ts'
import { staffQuery } from './people/staff-query.ts'
import { projectQuery, projectsQuery } from './projects/project-queries.ts'
import { projectsByNameQuery } from './projects/projects-by-name-query.ts'
import { agencyChoicesQuery, holdersQuery, peopleQuery, permissionsQuery } from './roles/role-queries.ts'
import { savedViewsQuery } from './saved-views/saved-view-queries.ts'
import { stepsQuery } from './steps/step-queries.ts'
import { answeringAgencyQuery } from './updates/answering-agency-query.ts'
import { clientPreviewQuery } from './updates/client-preview-query.ts'
import { disclosuresQuery } from './updates/disclosures-query.ts'
import {
  projectChoiceQuery,
  projectChoicesQuery,
  projectUpdatesQuery,
  updateHistoryQuery,
  updateVersionsQuery,
} from './updates/update-queries.ts'
import { assignedQuery, successorsQuery } from './users/assigned-queries.ts'
import { usersQuery } from './users/user-queries.ts'
import { entriesQuery } from './vault/entry-queries.ts'
import { newQueryClient } from './writes/query-client.ts'
import { staleQueriesByTable } from './writes/stale-after.ts'

const fake = vi.hoisted(() => {
  const read = new Set<string>()
  const row = { id: 'one', created_at: '2026-11-22T12:00:00Z', user_profiles: null }
  const answer = { data: [row], error: null, count: 1, status: 200 }
  /** Tables that views and functions read from, by name. */
  const tablesOf: Record<string, readonly string[]> = {
    update_reach: ['project_updates', 'projects', 'clients', 'client_link_openings', 'update_answers'],
    enquiry_figures: ['contact_submissions'],
    visit_figures: ['page_counts'],
    audit_trail: ['audit_events'],
    leaver: ['user_profiles', 'user_roles', 'password_vault', 'vault_access_logs'],
    leavers_list: ['user_profiles', 'user_roles', 'password_vault', 'vault_access_logs'],
    mail_state: ['mail.mails'],
    queued_mails: ['mail.mails'],
    backup_state: ['engine.backups'],
    my_unread: ['chat_messages', 'notices'],
    find_anything: ['clients', 'projects', 'project_updates', 'user_profiles'],
    // The query of this function runs anew with each pause in typing.
    text_gives_away: ['client_notes'],
  }
  /** Answers every query with one row, and records the table and those joined to it. */
  const from = (name: string): object => {
    for (const table of tablesOf[name] ?? [name]) read.add(table)
    return new Proxy(
      {},
      {
        get(_, method) {
          if (method === 'then') return (resolve: (answer: unknown) => void) => resolve(answer)
          return (...given: unknown[]) => {
            if (method === 'select') for (const joined of joinedIn(String(given[0] ?? ''))) read.add(joined)
            return from(name)
          }
        },
      },
    )
  }
  const joinedIn = (columns: string) => [...columns.matchAll(/(\w+)(?:!\w+)*\(/g)].flatMap(([, name]) => name ?? [])
  return { read, client: { from, rpc: from } }
})

vi.mock('../lib/supabase.ts', () => ({ supabase: async () => fake.client }))

beforeEach(() => fake.read.clear())

const id = '5b5ce7a4-6a3f-4a0e-9a8c-0f3d5a1c2b3d'
const all = { search: '', page: 1 }

const reads: Record<string, (client: QueryClient) => Promise<unknown>> = {
  agenciesQuery: (client) => client.fetchQuery(agenciesQuery(1)),
  agencyChoicesQuery: (client) => client.fetchQuery(agencyChoicesQuery('')),
  agencyNamesQuery: (client) => client.fetchQuery(agencyNamesQuery()),
  noticesQuery: (client) => client.fetchQuery(noticesQuery()),
  unreadQuery: (client) => client.fetchQuery(unreadQuery()),
  dueQuery: (client) => client.fetchQuery(dueQuery('ben', '2026-03-04')),
  waitingQuery: (client) => client.fetchQuery(waitingQuery()),
  seenQuery: (client) =>
    client.fetchQuery(
      seenQuery([
        { kind: 'client', id: 'client' },
        { kind: 'project', id: 'project' },
      ]),
    ),
  deletedQuery: (client) => client.fetchQuery(deletedQuery({ ...all, kind: undefined })),
  auditQuery: (client) => client.fetchQuery(auditQuery({ ...all, group: undefined })),
  clientChoiceQuery: (client) => client.fetchQuery(clientChoiceQuery('one')),
  clientChoicesQuery: (client) => client.fetchQuery(clientChoicesQuery('', { agencyId: '' })),
  clientEntriesQuery: (client) => client.fetchQuery(clientEntriesQuery(id)),
  clientProjectsQuery: (client) => client.fetchInfiniteQuery(clientProjectsQuery(id)),
  clientQuery: (client) => client.fetchQuery(clientQuery(id)),
  clientsQuery: (client) => client.fetchQuery(clientsQuery({ ...all, status: undefined, agencyId: '' }, undefined)),
  clientsByNameQuery: (client) => client.fetchQuery(clientsByNameQuery('harbor bakery')),
  earlierQuery: (client) => client.fetchQuery(earlierQuery({ email: 'vera@flowers.test', created_at: '' })),
  enquiriesQuery: (client) => client.fetchQuery(enquiriesQuery({ ...all, view: '', sorting: undefined, me: '' })),
  enquiryQuery: (client) => client.fetchQuery(enquiryQuery(id)),
  entriesQuery: (client) => client.fetchQuery(entriesQuery()),
  findAnythingQuery: (client) => client.fetchQuery(findAnythingQuery('bakery')),
  figuresQuery: (client) => client.fetchQuery(figuresQuery()),
  clientPreviewQuery: (client) => client.fetchQuery(clientPreviewQuery(id)),
  answeringAgencyQuery: (client) => client.fetchQuery(answeringAgencyQuery(id)),
  disclosuresQuery: (client) => client.fetchQuery(disclosuresQuery(id, 'words')),
  holdersQuery: (client) => client.fetchQuery(holdersQuery('admin')),
  backupStateQuery: (client) => client.fetchQuery(backupStateQuery()),
  importsQuery: (client) => client.fetchQuery(importsQuery('clients')),
  leaverQuery: (client) => client.fetchQuery(leaverQuery({ person: id, agency: id })),
  linksQuery: (client) => client.fetchQuery(linksQuery(id)),
  mailStateQuery: (client) => client.fetchQuery(mailStateQuery()),
  mailsQuery: (client) => client.fetchQuery(mailsQuery({ page: 1, state: undefined })),
  myAgencyQuery: (client) => client.fetchQuery(myAgencyQuery(id)),
  myProfileQuery: (client) => client.fetchQuery(myProfileQuery(id)),
  myRolesQuery: (client) => client.fetchQuery(myRolesQuery(id)),
  onlineUsersQuery: (client) => client.fetchQuery(onlineUsersQuery),
  peopleQuery: (client) => client.fetchQuery(peopleQuery(all)),
  permissionsQuery: (client) => client.fetchQuery(permissionsQuery()),
  recordNameQuery: (client) => client.fetchQuery(recordNameQuery({ kind: 'clients', id, to: '' })),
  'recordNameQuery of a project': (client) => client.fetchQuery(recordNameQuery({ kind: 'projects', id, to: '' })),
  'recordNameQuery of an enquiry': (client) => client.fetchQuery(recordNameQuery({ kind: 'enquiries', id, to: '' })),
  searchQuery: (client) => client.fetchQuery(searchQuery('word')),
  savedViewsQuery: (client) => client.fetchQuery(savedViewsQuery('projects')),
  projectChoiceQuery: (client) => client.fetchQuery(projectChoiceQuery(id, id)),
  projectChoicesQuery: (client) => client.fetchQuery(projectChoicesQuery(id)),
  projectsByNameQuery: (client) => client.fetchQuery(projectsByNameQuery('harbor bakery')),
  projectQuery: (client) => client.fetchQuery(projectQuery(id)),
  projectUpdatesQuery: (client) => client.fetchInfiniteQuery(projectUpdatesQuery(id)),
  projectsQuery: (client) =>
    client.fetchQuery(
      projectsQuery({ ...all, view: '', status: '', type: '', agencyId: '' }, undefined, {
        me: 'ana',
        today: '2026-03-04',
      }),
    ),
  assignedQuery: (client) => client.fetchQuery(assignedQuery(id)),
  successorsQuery: (client) => client.fetchQuery(successorsQuery({ id, agency_id: id })),
  staffQuery: (client) => client.fetchQuery(staffQuery([id])),
  websiteAgencyQuery: (client) => client.fetchQuery(websiteAgencyQuery()),
  colleaguesQuery: (client) => client.fetchQuery(colleaguesQuery(id)),
  statsQuery: (client) => client.fetchQuery(statsQuery()),
  updateHistoryQuery: (client) => client.fetchInfiniteQuery(updateHistoryQuery(id)),
  updateVersionsQuery: (client) => client.fetchQuery(updateVersionsQuery(id)),
  visitsQuery: (client) => client.fetchQuery(visitsQuery(7)),
  usersQuery: (client) => client.fetchQuery(usersQuery({ ...all, role: undefined, agencyId: '', sorting: undefined })),
  unansweredQuery: (client) => client.fetchQuery(unansweredQuery()),
  stepsQuery: (client) => client.fetchQuery(stepsQuery(id)),
  notesQuery: (client) => client.fetchInfiniteQuery(notesQuery(clientNotebook(id))),
  'notesQuery of a project': (client) => client.fetchInfiniteQuery(notesQuery(projectNotebook(id))),
}

/**
 * Queries that no changed table makes stale: the contents of an agency are counted anew each time, second factors
 * belong to the accounts, and the matches of an import are refreshed with the list that it is imported into.
 */
const needNoTable = ['contentsQuery', 'twoStepQuery', 'matchesQuery']

it.each(Object.entries(reads))('a change of each table that %s reads makes it stale', async (_name, read) => {
  const queryClient = newQueryClient()
  await read(queryClient)
  const [query] = queryClient.getQueryCache().getAll()
  const staleKeys = (table: string) => Object.entries(staleQueriesByTable).find(([one]) => one === table)?.[1] ?? []
  const refreshedBy = (table: string) =>
    staleKeys(table).some((key) => key.every((word, index) => query?.queryKey[index] === word))
  expect(fake.read.size).toBeGreaterThan(0)
  expect([...fake.read].filter((table) => !refreshedBy(table))).toEqual([])
})

it('knows each query of the portal', () => {
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] })
  const found = sources.flatMap((path) =>
    [...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(/export const (\w+Query)\b/g)].map(
      ([, name]) => name,
    ),
  )
  const known = Object.keys(reads).filter((name) => !name.includes(' '))
  expect(found.sort()).toEqual([...known, ...needNoTable].sort())
})
