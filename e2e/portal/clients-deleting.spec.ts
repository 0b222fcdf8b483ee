import type { Page } from '@playwright/test'
import { row } from '../table.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { callsTo } from '../wire.ts'
import { open, staffWith, title } from './clients-scene.ts'

test.describe('[clients.md#deleting] deleting a client', () => {
  const question = (page: Page) => page.getByRole('alertdialog')

  async function ask(page: Page, name: string) {
    await row(page, name)
      .getByRole('button', { name: /delete/i })
      .click()
    await expect(question(page)).toContainText(/all associated projects and data/i)
  }

  test('asks first, and Cancel changes nothing', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, [{ name: 'Carl Cancel' }]), 1)
    await ask(page, 'Carl Cancel')
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(question(page)).toBeHidden()
    await expect(row(page, 'Carl Cancel').getByRole('button', { name: /delete/i })).toBeFocused()
    await page.reload()
    await expect(row(page, 'Carl Cancel')).toBeVisible()
  })

  test('removes it for good', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, [{ name: 'Gus Gone' }, { name: 'Stan Stays' }]), 2)
    const calls = callsTo(page, '/rest/v1/clients')
    await ask(page, 'Gus Gone')
    await question(page)
      .getByRole('button', { name: /delete/i })
      .dblclick()
    await expectToast(page, 'Client deleted')
    const deletions = calls.filter((call) => call.method() === 'DELETE')
    expect(deletions.map((call) => new URL(call.url()).search)).toEqual([
      expect.stringMatching(/^\?id=eq\.[0-9a-f-]{36}$/),
    ])
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(title(page, 1)).toBeVisible()
    await expect(row(page, 'Gus Gone')).toHaveCount(0)
    await page.reload()
    await expect(title(page, 1)).toBeVisible()
    await expect(row(page, 'Stan Stays')).toBeVisible()
  })

  test('says why it failed, and the client stays', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^(500|failed) DELETE \/rest\/v1\/clients/)
    const page = await open(signedIn, await staffWith(backstage, [{ name: 'Fred Firm' }]), 1)
    const refuse = async (answer: 'message' | 'none') => {
      await page.unroute('**/rest/v1/clients*')
      await page.route('**/rest/v1/clients*', (route) => {
        if (route.request().method() !== 'DELETE') return route.continue()
        return answer === 'none'
          ? route.abort('internetdisconnected')
          : route.fulfill({
              status: 500,
              json: { code: 'XX000', message: 'It is nailed down', details: null, hint: null },
            })
      })
      await ask(page, 'Fred Firm')
      await question(page)
        .getByRole('button', { name: /delete/i })
        .click()
    }
    await refuse('message')
    await expectDestructiveToast(page, 'Delete failed', 'It is nailed down')
    const cancel = question(page).getByRole('button', { name: 'Cancel' })
    if (await cancel.isVisible()) await cancel.click()
    await refuse('none')
    await expectDestructiveToast(page, 'Delete failed', 'Failed to delete client. Please try again.')
    await page.unroute('**/rest/v1/clients*')
    await page.reload()
    await expect(row(page, 'Fred Firm')).toBeVisible()
  })
})
