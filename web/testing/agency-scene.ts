import { page } from 'vitest/browser'
import AgenciesRoute from '../portal/agencies/agencies-route.tsx'
import { FakeBackend } from './fake-backend.ts'
import type { Row } from './fake-table.ts'
import { type Person, sol } from './people.ts'
import { Portal } from './portal.tsx'

export const AGENCIES = '/rest/v1/agencies'

/** Opens the list of these agencies as Sol sees it, the last one being the newest. */
export function openAgencies(agencies: Row[] = [], as: Person = sol): Portal {
  return openAgenciesOn(new FakeBackend({ agencies }), as)
}

export function openAgenciesOn(backend: FakeBackend, as: Person = sol): Portal {
  const screens = [{ path: '/dashboard/agencies', Component: AgenciesRoute }]
  return Portal.open(backend, { screens, at: '/dashboard/agencies', as })
}

export const submit = () => page.getByRole('dialog').getByRole('button', { name: /^(Add Agency|Save Changes)$/ })
export const field = (label: string) => page.getByRole('dialog').getByLabelText(label)
