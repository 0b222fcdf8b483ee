import type { Page } from '@playwright/test'
import { row } from '../list-rows.ts'
import type { Person } from '../people.ts'
import { expect } from '../test.ts'
import type { Agency, Role, TestData } from '../test-data.ts'

export const search = (page: Page) => page.getByRole('searchbox')

export const heading = (page: Page, count: number) =>
  page.getByRole('heading', { name: `Users (${count})`, exact: true })

export async function open(page: Page, query = ''): Promise<Page> {
  await page.goto(`/dashboard/users${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
  return page
}

/** Opens the list of users as a super admin, filtered to one person of this test. */
export async function openAt(page: Page, person: Person): Promise<Page> {
  await open(page, `?search=${encodeURIComponent(person.name)}`)
  await expect(row(page, person.name)).toBeVisible()
  return page
}

/** Creates an admin of a new agency and their colleagues, of whom the last one is the newest. */
export async function createTeam(
  testData: TestData,
  ...roles: Role[]
): Promise<{ admin: Person; agency: Agency; others: Person[] }> {
  const agency = await testData.newAgency()
  const admin = await testData.newPerson('agency_admin', agency)
  const others: Person[] = []
  for (const role of roles) others.push(await testData.newPerson(role, agency))
  return { admin, agency, others }
}

/** Expects the secret neither in browser storage nor in the address. */
export async function expectStoredNowhere(page: Page, secret: string) {
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
  expect(kept).not.toContain(secret)
}
