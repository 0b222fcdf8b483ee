import type { Page, Request } from '@playwright/test'
import type { Person } from '../people.ts'
import { expect } from '../test.ts'
import type { Agency, TestData } from '../test-data.ts'

/** A client of a new agency, and a person there who writes updates for its projects. */
export interface ClientWithProjects {
  agency: Agency
  person: Person
  clientId: string
  /** The projects in the order of the given names, the last of them the newest. */
  projectIds: string[]
  path: string
}

export async function createClientWithProjects(
  testData: TestData,
  projects: readonly string[],
): Promise<ClientWithProjects> {
  const agency = await testData.newAgency()
  const person = await testData.newPerson('agency_staff', agency)
  const db = await testData.as(person)
  const client = await db
    .from('clients')
    .insert({ name: 'Rosa Report', email: 'rosa@report.test', agency_id: agency.id })
    .select('id')
    .single()
    .throwOnError()
  const clientId: string = client.data.id
  const projectIds: string[] = []
  for (const name of projects) {
    // Projects are inserted one at a time, so that their creation times differ.
    const row = { client_id: clientId, agency_id: agency.id, name, project_type: 'web_development' }
    const { data } = await db.from('projects').insert(row).select('id').single().throwOnError()
    projectIds.push(data.id)
  }
  return { agency, person, clientId, projectIds, path: `/dashboard/clients/${clientId}` }
}

/** Inserts updates with times in the past, the last of them the newest. */
export async function insertUpdates(
  testData: TestData,
  { person }: ClientWithProjects,
  rows: readonly Record<string, unknown>[],
) {
  const db = await testData.as(person)
  const ids: string[] = []
  for (const row of rows) {
    const update = { title: 'Something', content: 'Happened.', ...row }
    const { data } = await db.from('project_updates').insert(update).select('id').single().throwOnError()
    ids.push(data.id)
  }
  return ids
}

export interface StoredUpdate {
  id: string
  title: string
  created_by: string
  client_update_attachments: { file_name: string; file_path: string; file_type: string; file_size: number }[]
}

/** The stored updates of these projects, oldest first. */
export async function storedUpdates(
  testData: TestData,
  { person, projectIds }: ClientWithProjects,
): Promise<StoredUpdate[]> {
  const updates = (await testData.as(person)).from('project_updates').select('*, client_update_attachments(*)')
  const { data } = await updates.in('project_id', projectIds).order('created_at').throwOnError()
  return data
}

export const form = (page: Page) => page.getByRole('form', { name: 'Create update' })
export const submit = (page: Page) => form(page).getByRole('button', { name: /Create Update|Creating/ })
export const history = (page: Page) => page.getByRole('region', { name: 'Update History' })
export const titles = (page: Page) => history(page).getByRole('heading', { level: 4 })
export const item = (page: Page, title: string) =>
  history(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
export const files = (page: Page) => form(page).getByLabel('Attachments')

export async function open(page: Page, { path }: ClientWithProjects): Promise<Page> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa Report' })).toBeVisible()
  await expect(history(page)).toHaveAttribute('aria-busy', 'false')
  // All lists have loaded, so that a test counts only its own requests.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  return page
}

interface UpdateInput {
  project?: string
  title?: string
  content?: string
}

export async function fill(page: Page, { project, title = 'Menu is done', content = 'All of it.' }: UpdateInput) {
  if (project !== undefined) await form(page).getByLabel('Project', { exact: true }).selectOption({ label: project })
  await form(page).getByLabel('Title', { exact: true }).fill(title)
  await form(page).getByLabel('Content', { exact: true }).fill(content)
}

interface Call {
  /** The method and the place, such as `POST project_updates`. */
  name: string
  request: Request
}

/**
 * The page's requests to tables and storage from now on, each kind in order. Reads and writes are apart, because cards
 * of the page may read something at any time.
 */
export function callsOf(page: Page): { reads: Call[]; writes: Call[] } {
  const calls = { reads: [] as Call[], writes: [] as Call[] }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const [, place] = /^\/(?:rest|storage)\/v1\/(.*)$/.exec(pathname) ?? []
    if (place === undefined || request.method() === 'OPTIONS') return
    const kind = ['GET', 'HEAD'].includes(request.method()) ? calls.reads : calls.writes
    kind.push({ name: `${request.method()} ${place}`, request })
  })
  return calls
}
