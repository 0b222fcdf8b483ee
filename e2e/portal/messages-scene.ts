import type { Locator, Page } from '@playwright/test'
import type { Person } from '../people.ts'
import { expect } from '../test.ts'
import type { TestData } from '../test-data.ts'

export const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
export const status = (page: Page) => page.getByRole('main').getByRole('status')
export const bubbles = (page: Page) => page.getByRole('region', { name: 'Conversation' }).getByRole('listitem')
export const online = (page: Page) => page.getByRole('region', { name: /^Online Users/ }).getByRole('listitem')

/** Creates two people of a new agency. */
export async function createColleagues(testData: TestData): Promise<[Person, Person]> {
  const agency = await testData.newAgency()
  return [await testData.newPerson('agency_staff', agency), await testData.newPerson('agency_admin', agency)]
}

export async function sendMessage(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** Opens the chat and waits for its connection. */
export async function openChat(page: Page): Promise<Page> {
  await page.goto('/dashboard/messages')
  await expect(status(page)).toHaveText('Connected')
  return page
}

/** Types repeatedly until the other person sees the typing indicator, which may arrive after it has expired. */
export async function typeUntilSeen(page: Page, seen: Locator) {
  await expect(async () => {
    await field(page).pressSequentially('m')
    await expect(seen).toBeVisible({ timeout: 1_500 })
  }).toPass()
}
