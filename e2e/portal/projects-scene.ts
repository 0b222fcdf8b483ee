import type { Locator, Page } from '@playwright/test'
import type { Person } from '../people.ts'
import { nextCall } from '../recorded-requests.ts'
import type { Agency, Role, TestData } from '../test-data.ts'

type Columns = Record<string, unknown>

export interface Scene {
  agency: Agency
  /** A person who works for the agency. */
  person: Person
  client: { id: string; name: string }
  /** The ids of the projects, by name. */
  projects: Map<string, string>
}

/** Creates a person of a new agency with one client and these projects, of which the last one is the newest. */
export async function createAgencyWithProjects(
  testData: TestData,
  projects: Columns[] = [],
  { role = 'agency_staff', client = {} }: { role?: Role; client?: Columns } = {},
): Promise<Scene> {
  const agency = await testData.newAgency()
  const person = await testData.newPerson(role, agency)
  const db = await testData.as(person)
  const { data: added } = await db
    .from('clients')
    .insert({ name: 'Clara Client', email: 'clara@client.test', agency_id: agency.id, ...client })
    .select('id, name')
    .single()
    .throwOnError()
  const ids = new Map<string, string>()
  for (const project of projects) {
    // Projects are inserted one at a time, so that their creation times differ.
    const { data } = await db
      .from('projects')
      .insert({ name: 'Project', project_type: 'web_development', client_id: added.id, ...project })
      .select('id, name')
      .single()
      .throwOnError()
    ids.set(data.name, data.id)
  }
  return { agency, person, client: added, projects: ids }
}

export const title = (page: Page, count: number) =>
  page.getByRole('heading', { name: `Projects (${count})`, exact: true })
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search projects' })

/** Opens the list of projects with these filters in the address, and expects this many rows. */
export async function openList(
  signedIn: (person: Person) => Promise<Page>,
  person: Person,
  count: number,
  address = '',
): Promise<Page> {
  const page = await signedIn(person)
  await page.goto(`/dashboard/projects${address}`)
  await title(page, count).waitFor()
  return page
}

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

export async function openAddDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Project', exact: true }).click()
  const opened = dialog(page, 'Add Project')
  await opened.waitFor()
  return opened
}

/** Types a part of the client's name and chooses the match. */
export async function chooseClient(form: Locator, name: string): Promise<void> {
  await form.getByRole('combobox', { name: 'Client', exact: true }).fill(name)
  await form.getByRole('option', { name }).click()
}

export const submit = (form: Locator) => form.locator('button[type=submit]')

/** Waits for a call of the data API and returns its query and body. */
export async function call(page: Page, method: string, table: string) {
  const request = await nextCall(page, method, `/rest/v1/${table}`)
  return { query: Object.fromEntries(new URL(request.url()).searchParams), body: request.postDataJSON() }
}
