import type { Page } from '@playwright/test'
import type { Person } from '../people.ts'
import { expect } from '../test.ts'
import type { TestData } from '../test-data.ts'

export interface Client {
  name: string
  email?: string
  company_name?: string
  phone?: string
  website_url?: string
  industry?: string
  prospect_status?: string
}

/** Creates a person of a new agency with these clients, of which the last one is the newest. */
export async function createStaffWithClients(testData: TestData, clients: Client[]): Promise<Person> {
  const agency = await testData.newAgency()
  const person = await testData.newPerson('agency_staff', agency)
  const table = (await testData.as(person)).from('clients')
  for (const client of clients) {
    // Clients are inserted one at a time, so that their creation times differ.
    await table.insert({ email: 'owner@shop.test', ...client, agency_id: agency.id }).throwOnError()
  }
  return person
}

export const title = (page: Page, count: number) =>
  page.getByRole('heading', { name: `Clients (${count})`, exact: true })

export const search = (page: Page) => page.getByRole('searchbox')

export async function open(signedIn: (person: Person) => Promise<Page>, person: Person, count: number): Promise<Page> {
  const page = await signedIn(person)
  await page.goto('/dashboard/clients')
  await expect(title(page, count)).toBeVisible()
  return page
}
