import type { QueryClient } from '@tanstack/react-query'
import { agenciesQuery } from '../portal/agencies/agency-queries.ts'
import { enquiriesToForgetQuery } from '../portal/agency-details/enquiries-to-forget-query.ts'
import { websiteAgencyQuery } from '../portal/agency-details/website-agency-query.ts'
import { auditQuery } from '../portal/audit/audit-queries.ts'
import { callsQuery } from '../portal/calls/call-queries.ts'
import { clientChoiceQuery, clientChoicesQuery } from '../portal/client-choice/client-choices.ts'
import { linksQuery } from '../portal/client-links/link-queries.ts'
import { clientPeopleQuery } from '../portal/client-people/client-people-query.ts'
import { requestsQuery } from '../portal/client-requests/request-queries.ts'
import { clientEntriesQuery } from '../portal/clients/client-entries-query.ts'
import { clientProjectsQuery } from '../portal/clients/client-projects-query.ts'
import { clientQuery, clientsQuery } from '../portal/clients/client-queries.ts'
import { clientsByNameQuery } from '../portal/clients/clients-by-name-query.ts'
import { mergedClientsQuery, mergedIntoQuery, movedQuery } from '../portal/clients/merging/merge-queries.ts'
import { deletedQuery } from '../portal/deleted/deleted-queries.ts'
import { originsQuery } from '../portal/enquiries/came-by.ts'
import { earlierQuery, enquiriesQuery, enquiryQuery, visitsQuery } from '../portal/enquiries/enquiry-queries.ts'
import { figuresQuery } from '../portal/enquiries/figures-query.ts'
import { sourcesQuery } from '../portal/enquiries/sources/source.ts'
import { backupStateQuery } from '../portal/home/backup-state.ts'
import { colleaguesQuery } from '../portal/home/checklist-queries.ts'
import {
  askedQuery,
  callsToNoteQuery,
  contactsQuery,
  dueQuery,
  dueStepsQuery,
  nothingYetQuery,
  unansweredQuery,
  waitingQuery,
} from '../portal/home/needs-queries.ts'
import { statsQuery } from '../portal/home/stats-query.ts'
import { importsQuery } from '../portal/import/import-queries.ts'
import { mailStateQuery, mailsQuery } from '../portal/mail/mail-queries.ts'
import { myAgencyQuery, myProfileQuery, myRolesQuery } from '../portal/me/me-queries.ts'
import { onlineUsersQuery, searchQuery } from '../portal/messages/chat-queries.ts'
import { recordNameQuery } from '../portal/messages/record-name-query.ts'
import { monthContentQuery, monthsQuery, monthsToSendQuery, writtenQuery } from '../portal/months/month-queries.ts'
import { notesQuery } from '../portal/notes/note-queries.ts'
import { clientNotebook, projectNotebook } from '../portal/notes/notebook.ts'
import { noticesQuery } from '../portal/notices/notice-queries.ts'
import { unreadQuery } from '../portal/notices/unread-query.ts'
import { findAnythingQuery } from '../portal/palette/find-anything-query.ts'
import { seenQuery } from '../portal/palette/seen-query.ts'
import { agencyNamesQuery } from '../portal/people/agency-names-query.ts'
import { staffQuery } from '../portal/people/staff-query.ts'
import { countedUpdatesQuery, latestChoiceQuery, planMonthsQuery } from '../portal/plan/plan-queries.ts'
import { calendarFeedQuery } from '../portal/profile/calendar-feed.ts'
import { keysQuery } from '../portal/program-keys/program-key.ts'
import { boardQuery } from '../portal/projects/board/board-query.ts'
import { calendarQuery } from '../portal/projects/calendar/calendar-query.ts'
import { projectQuery, projectsQuery } from '../portal/projects/project-queries.ts'
import { projectsByNameQuery } from '../portal/projects/projects-by-name-query.ts'
import { agencyChoicesQuery, holdersQuery, peopleQuery, permissionsQuery } from '../portal/roles/role-queries.ts'
import { savedViewsQuery } from '../portal/saved-views/saved-view-queries.ts'
import { stepsQuery } from '../portal/steps/step-queries.ts'
import { stepsByDayQuery } from '../portal/steps-by-day/steps-by-day-query.ts'
import { answeringAgencyQuery } from '../portal/updates/answering-agency-query.ts'
import { clientPreviewQuery } from '../portal/updates/client-preview-query.ts'
import { disclosuresQuery } from '../portal/updates/disclosures-query.ts'
import {
  projectChoiceQuery,
  projectChoicesQuery,
  projectUpdatesQuery,
  updateHistoryQuery,
  updateVersionsQuery,
} from '../portal/updates/update-queries.ts'
import {
  assignedQuery,
  clientsOfQuery,
  openStepsQuery,
  sharedEntriesQuery,
  successorsQuery,
} from '../portal/users/assigned-queries.ts'
import { usersQuery } from '../portal/users/user-queries.ts'
import { entriesQuery } from '../portal/vault/entry-queries.ts'
import { waitingSecretsQuery } from '../portal/vault/handed-over/handed-over-queries.ts'
import { leaverQuery } from '../portal/vault/leavers-list/leaver-queries.ts'
import { toTakeOverQuery } from '../portal/vault/take-over.ts'
import { deliveriesQuery, webhooksQuery } from '../portal/webhooks/webhook-queries.ts'

const id = '5b5ce7a4-6a3f-4a0e-9a8c-0f3d5a1c2b3d'
const all = { search: '', page: 1 }
const seen = (['client', 'project'] as const).map((kind) => ({ kind, id: kind }))
const allProjects = { ...all, view: '', status: '', type: '', steps: '', agencyId: '' } as const

/** Every query of the portal, by the name of the function that makes it. A key with a blank is a second way to call one. */
export const reads: Record<string, (client: QueryClient) => Promise<unknown>> = {
  agenciesQuery: (client) => client.fetchQuery(agenciesQuery(1)),
  agencyChoicesQuery: (client) => client.fetchQuery(agencyChoicesQuery('')),
  agencyNamesQuery: (client) => client.fetchQuery(agencyNamesQuery()),
  noticesQuery: (client) => client.fetchQuery(noticesQuery()),
  unreadQuery: (client) => client.fetchQuery(unreadQuery()),
  contactsQuery: (client) => client.fetchQuery(contactsQuery('ben', '2026-03-04')),
  dueQuery: (client) => client.fetchQuery(dueQuery('ben', '2026-03-04')),
  dueStepsQuery: (client) => client.fetchQuery(dueStepsQuery('ben', '2026-03-04')),
  stepsByDayQuery: (client) => client.fetchQuery(stepsByDayQuery({ page: 1, whose: undefined })),
  waitingQuery: (client) => client.fetchQuery(waitingQuery()),
  seenQuery: (client) => client.fetchQuery(seenQuery(seen)),
  mergedClientsQuery: (client) => client.fetchQuery(mergedClientsQuery(id)),
  mergedIntoQuery: (client) => client.fetchQuery(mergedIntoQuery(id)),
  movedQuery: (client) => client.fetchQuery(movedQuery(id)),
  deletedQuery: (client) => client.fetchQuery(deletedQuery({ ...all, kind: undefined })),
  auditQuery: (client) => client.fetchQuery(auditQuery({ ...all, group: undefined })),
  calendarFeedQuery: (client) => client.fetchQuery(calendarFeedQuery()),
  callsQuery: (client) => client.fetchQuery(callsQuery({ column: 'client_id', id })),
  callsToNoteQuery: (client) => client.fetchQuery(callsToNoteQuery(id)),
  clientChoiceQuery: (client) => client.fetchQuery(clientChoiceQuery('one')),
  clientChoicesQuery: (client) => client.fetchQuery(clientChoicesQuery('', { agencyId: '' })),
  clientEntriesQuery: (client) => client.fetchQuery(clientEntriesQuery(id)),
  clientProjectsQuery: (client) => client.fetchInfiniteQuery(clientProjectsQuery(id)),
  clientQuery: (client) => client.fetchQuery(clientQuery(id)),
  clientsQuery: (client) =>
    client.fetchQuery(clientsQuery({ ...all, view: 'mine', status: undefined, agencyId: '' }, undefined, '')),
  clientsByNameQuery: (client) => client.fetchQuery(clientsByNameQuery('harbor bakery')),
  earlierQuery: (client) => client.fetchQuery(earlierQuery({ email: 'vera@flowers.test', created_at: '' })),
  enquiriesQuery: (client) =>
    client.fetchQuery(enquiriesQuery({ ...all, view: '', cameBy: '', sorting: undefined, me: '' })),
  sourcesQuery: (client) => client.fetchQuery(sourcesQuery()),
  originsQuery: (client) => client.fetchQuery(originsQuery()),
  enquiriesToForgetQuery: (client) => client.fetchQuery(enquiriesToForgetQuery('6')),
  enquiryQuery: (client) => client.fetchQuery(enquiryQuery(id)),
  toTakeOverQuery: (client) => client.fetchQuery(toTakeOverQuery()),
  entriesQuery: (client) => client.fetchQuery(entriesQuery()),
  waitingSecretsQuery: (client) => client.fetchQuery(waitingSecretsQuery()),
  findAnythingQuery: (client) => client.fetchQuery(findAnythingQuery('bakery')),
  figuresQuery: (client) => client.fetchQuery(figuresQuery()),
  clientPreviewQuery: (client) => client.fetchQuery(clientPreviewQuery(id)),
  answeringAgencyQuery: (client) => client.fetchQuery(answeringAgencyQuery(id)),
  disclosuresQuery: (client) => client.fetchQuery(disclosuresQuery(id, 'words')),
  holdersQuery: (client) => client.fetchQuery(holdersQuery('admin')),
  backupStateQuery: (client) => client.fetchQuery(backupStateQuery()),
  planMonthsQuery: (client) => client.fetchQuery(planMonthsQuery(id)),
  monthsQuery: (client) => client.fetchQuery(monthsQuery(id)),
  monthsToSendQuery: (client) => client.fetchQuery(monthsToSendQuery()),
  writtenQuery: (client) => client.fetchQuery(writtenQuery(id, '2026-11-01', '2026-10-01')),
  // What the function answers here is no month, which is read as a failure.
  monthContentQuery: (client) => client.fetchQuery(monthContentQuery(id, '2026-11-01')).catch(() => undefined),
  countedUpdatesQuery: (client) => client.fetchQuery(countedUpdatesQuery(id, '2026-03-01')),
  latestChoiceQuery: (client) => client.fetchQuery(latestChoiceQuery(id)),
  nothingYetQuery: (client) => client.fetchQuery(nothingYetQuery('2026-03-04')),
  importsQuery: (client) => client.fetchQuery(importsQuery('clients')),
  leaverQuery: (client) => client.fetchQuery(leaverQuery({ person: id, agency: id })),
  clientPeopleQuery: (client) => client.fetchQuery(clientPeopleQuery(id)),
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
      projectsQuery(allProjects, undefined, {
        me: 'ana',
        today: '2026-03-04',
      }),
    ),
  boardQuery: (client) =>
    client.fetchQuery(boardQuery({ filters: allProjects, sorting: undefined, me: 'ana', today: '2026-03-04' })),
  calendarQuery: (client) =>
    client.fetchQuery(
      calendarQuery(
        { filters: allProjects, sorting: undefined, me: 'ana', today: '2026-03-04' },
        { from: '2026-03-01', to: '2026-03-31' },
      ),
    ),
  openStepsQuery: (client) => client.fetchQuery(openStepsQuery(id)),
  clientsOfQuery: (client) => client.fetchQuery(clientsOfQuery(id)),
  sharedEntriesQuery: (client) => client.fetchQuery(sharedEntriesQuery({ person: id, agency: id })),
  askedQuery: (client) => client.fetchQuery(askedQuery(id)),
  requestsQuery: (client) => client.fetchQuery(requestsQuery(id)),
  assignedQuery: (client) => client.fetchQuery(assignedQuery(id)),
  successorsQuery: (client) => client.fetchQuery(successorsQuery({ id, agency_id: id })),
  staffQuery: (client) => client.fetchQuery(staffQuery([id])),
  websiteAgencyQuery: (client) => client.fetchQuery(websiteAgencyQuery()),
  colleaguesQuery: (client) => client.fetchQuery(colleaguesQuery(id)),
  statsQuery: (client) => client.fetchQuery(statsQuery()),
  updateHistoryQuery: (client) => client.fetchInfiniteQuery(updateHistoryQuery(id)),
  updateVersionsQuery: (client) => client.fetchQuery(updateVersionsQuery(id)),
  keysQuery: (client) => client.fetchQuery(keysQuery(id)),
  webhooksQuery: (client) => client.fetchQuery(webhooksQuery(id)),
  deliveriesQuery: (client) => client.fetchQuery(deliveriesQuery(id)),
  visitsQuery: (client) => client.fetchQuery(visitsQuery(7)),
  usersQuery: (client) => client.fetchQuery(usersQuery({ ...all, role: undefined, agencyId: '', sorting: undefined })),
  unansweredQuery: (client) => client.fetchQuery(unansweredQuery()),
  stepsQuery: (client) => client.fetchQuery(stepsQuery(id)),
  notesQuery: (client) => client.fetchInfiniteQuery(notesQuery(clientNotebook(id))),
  'notesQuery of a project': (client) => client.fetchInfiniteQuery(notesQuery(projectNotebook(id))),
}
