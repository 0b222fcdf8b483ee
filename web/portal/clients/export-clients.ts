import { type KnownPerson, peopleText } from '../client-people/people-text.ts'
import { allRows, exportOf } from '../list/export-list.ts'
import { nameOf } from '../people/person.tsx'
import { type ListedClient, statusBadge } from './client.ts'
import { type ClientsShown, readClientsWithPeople } from './client-queries.ts'

export const exportClients = exportOf<ClientsShown, ListedClient & { people: readonly KnownPerson[] }>({
  name: 'clients',
  columns: [
    { heading: 'Name', cell: ({ name }) => name },
    { heading: 'Company', cell: ({ company_name }) => company_name },
    { heading: 'Email', cell: ({ email }) => email },
    { heading: 'Phone', cell: ({ phone }) => phone },
    { heading: 'Website', cell: ({ website_url }) => website_url },
    { heading: 'Industry', cell: ({ industry }) => industry },
    { heading: 'Status', cell: ({ prospect_status }) => statusBadge(prospect_status).status },
    { heading: 'Plan', cell: ({ plan }) => plan },
    { heading: 'Plan Since', cell: ({ plan_since }) => plan_since },
    {
      heading: 'Looked After By',
      cell: ({ looked_after_by, manager }) => (looked_after_by === null ? null : nameOf(manager)),
    },
    { heading: 'Next Contact', cell: ({ next_contact_on }) => next_contact_on },
    { heading: 'Next Contact Note', cell: ({ next_contact_note }) => next_contact_note },
    { heading: 'Main Person Role', cell: ({ main_person_role }) => main_person_role },
    { heading: 'Main Person Note', cell: ({ main_person_note }) => main_person_note },
    { heading: 'People', cell: ({ people }) => peopleText(people) },
    { heading: 'Added', cell: ({ created_at }) => created_at.slice(0, 10) },
    { heading: 'Id', cell: ({ id }) => id },
  ],
  read: (shown, signal) => allRows(readClientsWithPeople(shown, signal)),
})
