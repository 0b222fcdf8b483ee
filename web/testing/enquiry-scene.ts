import { page } from 'vitest/browser'
import EnquiriesRoute from '../portal/enquiries/enquiries-route.tsx'
import EnquiryRoute from '../portal/enquiries/enquiry-route.tsx'
import SourcesRoute from '../portal/enquiries/sources/sources-route.tsx'
import { FakeBackend } from './fake-backend.ts'
import type { Row } from './fake-table.ts'
import { ana, ben, north, type Person, south } from './people.ts'
import { Portal } from './portal.tsx'

export const ENQUIRIES = '/rest/v1/contact_submissions'
export const FIGURES = '/rest/v1/rpc/enquiry_figures'
export const SOURCES = '/rest/v1/enquiry_sources'
export const ORIGINS = '/rest/v1/rpc/enquiry_origins'
export const MAKE_CLIENT = '/rest/v1/rpc/make_client_of_enquiry'
export const VERA = 'e0000000-0000-4000-8000-000000000001'

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** An enquiry by Vera Flower from two hours ago, unless `changes` says otherwise. */
export const vera = (changes: Row = {}): Row => ({
  id: VERA,
  name: 'Vera Flower',
  business_name: 'Vera’s Flowers',
  email: 'vera@flowers.test',
  phone: '+1 (555) 010-2030',
  service: 'marketing',
  message: 'More people at the counter.\nAnd a newsletter.',
  created_at: hoursAgo(2),
  taker: null,
  clients: null,
  search_text: 'vera flower\nvera@flowers.test',
  ...changes,
})

/** A backend with these enquiries. North answers the website, and South does not. */
export const withEnquiries = (...enquiries: Row[]) =>
  new FakeBackend({
    agencies: [
      { id: north, name: 'North', answers_website: true },
      { id: south, name: 'South' },
    ],
    contact_submissions: enquiries,
  })

export function openEnquiries(backend: FakeBackend, { as = ben, at = '' }: { as?: Person; at?: string } = {}): Portal {
  const screens = [
    { path: '/dashboard/enquiries', Component: EnquiriesRoute },
    { path: '/dashboard/enquiries/sources', Component: SourcesRoute },
    { path: '/dashboard/enquiries/:enquiryId', Component: EnquiryRoute },
  ]
  return Portal.open(backend, { screens, at: `/dashboard/enquiries${at}`, as })
}

export const openVera = (backend: FakeBackend, as: Person = ben) => openEnquiries(backend, { as, at: `/${VERA}` })

/** The columns of an enquiry that Ana has taken over. */
export const takenByAna = () => ({
  state: 'taken',
  taken_by: ana.id,
  taken_at: hoursAgo(1),
  taker: { display_name: ana.name },
})

export const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
