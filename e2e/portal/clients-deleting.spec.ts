import type { Page } from '@playwright/test'
import { row } from '../list-rows.ts'
import { callsTo } from '../recorded-requests.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { createStaffWithClients, open, title } from './clients-scene.ts'

test.describe('[clients.md#deleting] deleting a client', () => {
  const question = (page: Page) => page.getByRole('alertdialog')

  async function ask(page: Page, name: string) {
    await row(page, name)
      .getByRole('button', { name: /delete/i })
      .click()
    await expect(question(page)).toContainText(/all associated projects and data/i)
  }

  test('removes it, until it is brought back', async ({ signedIn, testData }) => {
    const page = await open(
      signedIn,
      await createStaffWithClients(testData, [{ name: 'Gus Gone' }, { name: 'Stan Stays' }]),
      2,
    )
    const calls = callsTo(page, '/rest/v1/clients')
    await ask(page, 'Gus Gone')
    await question(page)
      .getByRole('button', { name: /delete/i })
      .dblclick()
    await expectToast(page, 'Client deleted')
    const deletions = calls.filter((call) => call.method() === 'DELETE')
    expect(deletions.map((call) => new URL(call.url()).search)).toEqual([
      expect.stringMatching(/^\?id=eq\.[0-9a-f-]{36}&select=id$/),
    ])
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(title(page, 1)).toBeVisible()
    await expect(row(page, 'Gus Gone')).toHaveCount(0)
    await page.reload()
    await expect(title(page, 1)).toBeVisible()
    await expect(row(page, 'Stan Stays')).toBeVisible()

    // [recently-deleted.md#list] The client can be restored for thirty days.
    await page.getByRole('link', { name: 'Recently Deleted' }).click()
    await page.getByRole('button', { name: 'Bring Back Gus Gone' }).click()
    await expectToast(page, 'Brought back')
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(row(page, 'Gus Gone')).toBeVisible()
  })
})
