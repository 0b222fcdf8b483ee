import type { Page } from '@playwright/test'
import { row, rows } from '../list-rows.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'

/** The color of words in red, as the badge of a failure has it. */
const isRed = async (page: Page, words: string) => {
  const [red, shown] = await Promise.all([
    page.evaluate(() => {
      const probe = document.createElement('span')
      probe.className = 'text-danger'
      document.body.append(probe)
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }),
    page
      .getByText(words)
      .last()
      .evaluate((element) => getComputedStyle(element).color),
  ])
  return red === shown
}

const needsCard = (page: Page) => page.getByRole('region', { name: 'Needs You' })

test('[clients.md#next-contact] an overdue contact is red, first in To Contact, and on the dashboard of one person', async ({
  signedIn,
  testData,
}) => {
  const agency = await testData.newAgency()
  const [ana, ben] = [
    await testData.newPerson('agency_staff', agency),
    await testData.newPerson('agency_staff', agency),
  ]
  const table = (await testData.as(ana)).from('clients')
  const fields = { email: 'owner@shop.test', agency_id: agency.id }
  const later = { name: 'Later Salon', next_contact_on: '2036-01-31' }
  await table
    .insert([later, { name: 'Never Called' }, { name: 'Harbor Bakery' }].map((one) => ({ ...fields, ...one })))
    .throwOnError()

  const page = await signedIn(ana)
  await page.goto('/dashboard/clients')
  await row(page, 'Harbor Bakery').getByRole('link', { name: 'Harbor Bakery' }).first().click()
  await page.getByRole('combobox', { name: 'Looked after by' }).selectOption({ label: ana.name })
  await expectToast(page, 'Client updated')
  const yesterday = await page.evaluate(() => {
    const now = new Date()
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toLocaleDateString('sv-SE')
  })
  await page.getByRole('button', { name: 'Next contact: Not set' }).click()
  await page.getByLabel('Next contact', { exact: true }).fill(yesterday)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible()

  await page.getByRole('link', { name: 'Back to Clients' }).click()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'To Contact' }).click()
  await expect(page).toHaveURL(/view=to-contact/)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Harbor Bakery')
  await expect(rows(page).first()).toContainText(`${ana.name} · `)
  await expect.poll(() => isRed(page, `${ana.name} · `)).toBe(true)

  await page.goto('/dashboard')
  await expect(needsCard(page)).toContainText('Harbor Bakery is to be contacted')
  const colleague = await signedIn(ben)
  await colleague.goto('/dashboard')
  await expect(colleague.getByRole('heading', { name: 'Quick Actions' })).toBeVisible()
  await colleague.waitForLoadState('networkidle')
  await expect(colleague.getByText('is to be contacted')).toHaveCount(0)
})
