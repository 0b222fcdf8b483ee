import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { searchText } from '../lib/search-text.ts'
import ProjectRoute from '../portal/projects/project-route.tsx'
import ProjectsRoute from '../portal/projects/projects-route.tsx'
import { FakeBackend } from './fake-backend.ts'
import type { Row } from './fake-table.ts'
import { ben, north, type Person, south } from './people.ts'
import { Portal } from './portal.tsx'

export const PROJECTS = '/rest/v1/projects'
export const CLIENTS = '/rest/v1/clients'
export const CLARA = 'c0000000-0000-4000-8000-000000000001'

const agencies = [
  { id: north, name: 'North Street Marketing' },
  { id: south, name: 'South Side Studio' },
]

/** A backend with North's client Clara, her projects, of which the last one is the newest, and other clients. */
export function withProjects(projects: Row[] = [], others: Row[] = []): FakeBackend {
  const clients = [{ id: CLARA, name: 'Clara Client' }, ...others].map((client) => clientOf(client))
  const [clara] = clients
  return new FakeBackend({
    agencies,
    clients,
    projects: projects.map((project) => ({
      agency_id: north,
      client_id: CLARA,
      clients: clara,
      agencies: agencies[0],
      assignee: null,
      steps: 0,
      steps_done: 0,
      next_step_on: null,
      search_text: searchText(String(project.name)),
      search_name: searchText(String(project.name)),
      ...project,
    })),
  })
}

function clientOf(columns: Row): Row {
  const { name, agency_id = north } = columns
  const found = agencies.find(({ id }) => id === agency_id) ?? null
  const search_text = searchText([name, columns.company_name].join(' '))
  return {
    agency_id,
    company_name: null,
    phone: null,
    email: 'clara@client.test',
    agencies: found && { name: found.name },
    search_text,
    ...columns,
  }
}

type OpenOptions = { as?: Person; at?: string }

/** Opens the list of projects; `at` is appended to its address: `?status=review`, or `/` and an id. */
export function openProjects(backend: FakeBackend, { as = ben, at = '' }: OpenOptions = {}): Portal {
  const screens = [
    { path: '/dashboard/projects', Component: ProjectsRoute },
    { path: '/dashboard/projects/:projectId', Component: ProjectRoute },
  ]
  return Portal.open(backend, { screens, at: `/dashboard/projects${at}`, as })
}

export const title = (count: number) => page.getByRole('heading', { name: `Projects (${count})` })

export async function openAddDialog(): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Project' })
  await expect.element(dialog).toBeVisible()
  return dialog
}

export const clientBox = () => page.getByRole('combobox', { name: 'Client' })
export const submit = (form: Locator) => form.getByRole('button', { name: /^(Create Project|Save Changes)$/ })

/** Types a part of the client's name and chooses the match. */
export async function chooseClient(form: Locator, name: string): Promise<void> {
  await clientBox().fill(name)
  const isLike = new RegExp(`^${name}`)
  // The options of the combobox, once the answer has arrived: the former list stays until then, and a click on an
  // option that moves would miss it.
  const offered = () => form.getByRole('listbox').getByRole('option').elements()
  await expect.poll(() => offered().length > 0 && offered().every((one) => isLike.test(one.textContent))).toBe(true)
  await form.getByRole('option', { name: isLike }).click()
}
