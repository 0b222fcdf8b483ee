import ClientRoute from '../portal/clients/client-route.tsx'
import ProjectRoute from '../portal/projects/project-route.tsx'
import { FakeBackend } from './fake-backend.ts'
import type { Row } from './fake-table.ts'
import { ben, north } from './people.ts'
import { Portal } from './portal.tsx'

export const CLARA = 'c0000000-0000-4000-8000-000000000001'
export const WEBSITE = 'd0000000-0000-4000-8000-000000000001'

/** A backend with North's client Clara and her projects, of which the last one is the newest. */
export function withClara(...projects: Row[]): FakeBackend {
  const clara = { id: CLARA, agency_id: north, name: 'Clara Client', email: 'clara@client.test', agencies: null }
  return new FakeBackend({
    clients: [clara],
    projects: projects.map((project) => ({ client_id: CLARA, agency_id: north, clients: clara, ...project })),
  })
}

/** Opens Clara's page, or another screen about her, as Ben sees it, or somebody else. */
export function openClient(backend: FakeBackend, at = `/dashboard/clients/${CLARA}`, as = ben): Portal {
  const screens = [
    { path: '/dashboard/clients/:clientId', Component: ClientRoute },
    { path: '/dashboard/projects/:projectId', Component: ProjectRoute },
  ]
  return Portal.open(backend, { screens, at, as })
}
