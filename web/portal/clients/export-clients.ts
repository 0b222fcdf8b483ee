import type { Client } from '../../lib/row-types.ts'
import { allRows, exportOf } from '../list/export-list.ts'
import { statusBadge } from './client.ts'
import { type ClientsShown, readClients } from './client-queries.ts'

export const exportClients = exportOf<ClientsShown, Client>({
  name: 'clients',
  columns: [
    { heading: 'Name', cell: ({ name }) => name },
    { heading: 'Company', cell: ({ company_name }) => company_name },
    { heading: 'Email', cell: ({ email }) => email },
    { heading: 'Phone', cell: ({ phone }) => phone },
    { heading: 'Website', cell: ({ website_url }) => website_url },
    { heading: 'Industry', cell: ({ industry }) => industry },
    { heading: 'Status', cell: ({ prospect_status }) => statusBadge(prospect_status).status },
    { heading: 'Added', cell: ({ created_at }) => created_at.slice(0, 10) },
    { heading: 'Id', cell: ({ id }) => id },
  ],
  read: (shown, signal) => allRows(readClients(shown, signal)),
})
