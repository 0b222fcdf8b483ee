import type { Page } from '@playwright/test'
import { rows } from '../list-rows.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { createStaffWithClients, open, title } from './clients-scene.ts'

test.describe('[clients.md#adding] adding a client', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: /add (new )?client/i })
  const field = (page: Page, label: RegExp) => dialog(page).getByLabel(label)
  const submit = (page: Page) => dialog(page).locator('button[type=submit]')

  async function openDialog(page: Page) {
    await page.getByRole('button', { name: 'Add Client' }).click()
    await expect(dialog(page)).toBeVisible()
  }

  async function fill(
    page: Page,
    client: { name: string; company?: string; email: string; phone?: string; url?: string },
  ) {
    await field(page, /client name/i).fill(client.name)
    await field(page, /company name/i).fill(client.company ?? '')
    await field(page, /email/i).fill(client.email)
    await field(page, /phone/i).fill(client.phone ?? '')
    await field(page, /website url/i).fill(client.url ?? '')
  }

  test('sends it trimmed, says so, and shows it first', async ({ signedIn, testData }) => {
    const page = await open(signedIn, await createStaffWithClients(testData, [{ name: 'Otto Old' }]), 1)
    await openDialog(page)
    await fill(page, {
      name: '  Nell New ',
      company: 'Newness',
      email: ' nell@new.test ',
      phone: '555 0199',
      url: 'https://new.test',
    })
    const call = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/clients'))
    await submit(page).click()
    await expectToast(page, 'Client created')
    await expect(dialog(page)).toBeHidden()
    await expect(title(page, 2)).toBeVisible()
    await expect(rows(page).first()).toContainText('Nell New')
    expect((await call).postDataJSON()).toEqual({
      name: 'Nell New',
      company_name: 'Newness',
      email: 'nell@new.test',
      phone: '555 0199',
      website_url: 'https://new.test',
      agency_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('adds advice when permission is missing', async ({ signedIn, testData, pageErrors }) => {
    pageErrors.expectError('403 POST /rest/v1/clients')
    // Staff of an inactive agency may read but not write.
    const agency = await testData.newAgency({ is_active: false })
    const page = await open(signedIn, await testData.newPerson('agency_staff', agency), 0)
    await openDialog(page)
    await fill(page, { name: 'Ned Never', email: 'ned@never.test' })
    await submit(page).click()
    await expectDestructiveToast(
      page,
      'Creation failed',
      'new row violates row-level security policy for table "clients" You do not have permission to create clients. Please ask an admin to grant you staff/admin access.',
    )
  })
})
