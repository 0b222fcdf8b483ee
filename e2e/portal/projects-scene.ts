import type { Locator, Page } from '@playwright/test'
import type { Agency, Backstage, Role } from '../backstage.ts'
import type { Person } from '../people.ts'
import { nextCall } from '../wire.ts'

type Columns = Record<string, unknown>

export interface Scene {
  agency: Agency
  /** Works in the agency. */
  person: Person
  client: { id: string; name: string }
  /** The ids of the projects, by their names. */
  projects: Map<string, string>
}

/** Somebody of an agency of their own, which has one client with these projects, the last of them added last. */
export async function agencyWith(
  backstage: Backstage,
  projects: Columns[] = [],
  { role = 'agency_staff', client = {} }: { role?: Role; client?: Columns } = {},
): Promise<Scene> {
  const agency = await backstage.newAgency()
  const person = await backstage.newPerson(role, agency)
  const db = await backstage.as(person)
  const { data: added } = await db
    .from('clients')
    .insert({ name: 'Clara Client', email: 'clara@client.test', agency_id: agency.id, ...client })
    .select('id, name')
    .single()
    .throwOnError()
  const ids = new Map<string, string>()
  for (const project of projects) {
    // One at a time, so that newest first means something.
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

/** The list as this person sees it, narrowed down to so many projects by what stands in the address. */
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

/** Types a part of the client's name and takes what is found. */
export async function chooseClient(form: Locator, name: string): Promise<void> {
  await form.getByRole('combobox', { name: 'Client', exact: true }).fill(name)
  await form.getByRole('option', { name }).click()
}

export const submit = (form: Locator) => form.locator('button[type=submit]')

/** Waits for a call of the data API and tells what it carries. */
export async function call(page: Page, method: string, table: string) {
  const request = await nextCall(page, method, `/rest/v1/${table}`)
  return { query: Object.fromEntries(new URL(request.url()).searchParams), body: request.postDataJSON() }
}
