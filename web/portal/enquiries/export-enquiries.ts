import { allRows, exportOf } from '../list/export-list.ts'
import { cameByWords, readOrigins } from './came-by.ts'
import { type Enquiry, serviceLabel, stateBadges } from './enquiry.ts'
import { type EnquiriesShown, readEnquiries } from './enquiry-queries.ts'

export const exportEnquiries = exportOf<EnquiriesShown, Enquiry & { cameBy: string }>({
  name: 'enquiries',
  columns: [
    { heading: 'Received', cell: ({ created_at }) => created_at },
    { heading: 'Name', cell: ({ name }) => name },
    { heading: 'Business', cell: ({ business_name }) => business_name },
    { heading: 'Email', cell: ({ email }) => email },
    { heading: 'Phone', cell: ({ phone }) => phone },
    { heading: 'Service', cell: serviceLabel },
    { heading: 'Came By', cell: ({ cameBy }) => cameBy },
    { heading: 'Message', cell: ({ message }) => message },
    { heading: 'State', cell: ({ state }) => stateBadges[state].label },
    { heading: 'Assigned To', cell: ({ taker }) => taker?.display_name },
    { heading: 'Answered', cell: ({ answered_at }) => answered_at },
    { heading: 'Id', cell: ({ id }) => id },
  ],
  read: async (shown, signal) => {
    const [rows, origins] = await Promise.all([allRows(readEnquiries(shown, signal)), readOrigins()])
    return rows.map((enquiry) => ({ ...enquiry, cameBy: cameByWords(enquiry, origins) }))
  },
})
