import type { Page } from '@playwright/test'
import { row, rows } from '../list-rows.ts'
import { type Person, sol } from '../people.ts'
import { callsTo, nextCall } from '../recorded-requests.ts'
import { expect, test } from '../test.ts'
import type { TestData } from '../test-data.ts'
import { expectToast } from '../toasts.ts'

const TABLE = '/rest/v1/agencies'

/** Opens the list of agencies as a super admin, whose first page has a newly added agency. */
async function open(signedIn: (person: Person) => Promise<Page>, agency?: { name: string }): Promise<Page> {
  const page = await signedIn(sol)
  await page.goto('/dashboard/agencies')
  if (agency) await expect(row(page, agency.name)).toBeVisible()
  return page
}

async function stored(testData: TestData, name: string) {
  const { data } = await (await testData.as(sol)).from('agencies').select().eq('name', name).throwOnError()
  return data
}

test.describe('[agencies.md#deleting] deleting an agency', () => {
  const question = (page: Page) => page.getByRole('alertdialog')

  async function ask(page: Page, { name }: { name: string }) {
    await row(page, name)
      .getByRole('button', { name: `Delete ${name}` })
      .click()
    await expect(question(page).getByText('Delete agency? This cannot be undone.', { exact: true })).toBeVisible()
  }

  test('says what goes with it, and removes it for good', async ({ signedIn, testData }) => {
    const agency = await testData.newAgency()
    const person = await testData.newPerson('agency_staff', agency)
    const clients = (await testData.as(person)).from('clients')
    await clients.insert({ name: 'Going', email: 'going@shop.test', agency_id: agency.id }).throwOnError()
    const page = await open(signedIn, agency)
    await ask(page, agency)
    await expect(question(page)).toContainText(`With ${agency.name} go its clients (1) and projects (0)`)
    await expect(question(page)).toContainText('Its people (1) stay, without an agency.')
    const call = nextCall(page, 'DELETE', TABLE)
    const calls = callsTo(page, TABLE)
    await question(page).getByRole('button', { name: 'Delete' }).dblclick()
    await expectToast(page, 'Agency deleted')
    expect(calls.filter((sent) => sent.method() === 'DELETE')).toHaveLength(1)
    await expect(row(page, agency.name)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(new URL((await call).url()).searchParams.get('id')).toBe(`eq.${agency.id}`)
    expect(await stored(testData, agency.name)).toEqual([])
    await page.reload()
    await expect(rows(page).first()).toContainText('View Projects')
    await expect(row(page, agency.name)).toHaveCount(0)
  })
})
