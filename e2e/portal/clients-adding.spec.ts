import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { rows } from '../table.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { open, staffWith, title } from './clients-scene.ts'

test.describe('[2§2 2§5 2§8] adding a client', () => {
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

  test('sends it trimmed, says so, and shows it first', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, [{ name: 'Otto Old' }]), 1)
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

  test('sends what was left empty as null', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await openDialog(page)
    await fill(page, { name: 'Mo Minimal', email: 'mo@minimal.test' })
    const call = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/clients'))
    await submit(page).click()
    await expectToast(page, 'Client created')
    expect((await call).postDataJSON()).toMatchObject({ company_name: null, phone: null, website_url: null })
    await expect(title(page, 1)).toBeVisible()
  })

  for (const [what, name, email] of [
    ['a name', '   ', 'somebody@shop.test'],
    ['an email', 'Somebody', '  '],
    ['both', '', ''],
  ] as const) {
    test(`asks for ${what}`, async ({ signedIn, backstage }) => {
      const page = await open(signedIn, await staffWith(backstage, []), 0)
      const slow = await gate(page, /\/rest\/v1\/clients\b(?!.*select)/)
      await openDialog(page)
      await fill(page, { name, email })
      await submit(page).click()
      await expectDestructiveToast(page, 'Missing required fields', 'Name and Email are required to create a client.')
      await expect(dialog(page)).toBeVisible()
      expect(slow.held()).toBe(0)
    })
  }

  test('fails with the server’s message and keeps what was typed', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('500 POST /rest/v1/clients')
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await page.route('**/rest/v1/clients*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 500,
            json: { code: 'XX000', message: 'The shelf is full', details: null, hint: null },
          })
        : route.continue(),
    )
    await openDialog(page)
    await fill(page, { name: 'Kim Kept', email: 'kim@kept.test', company: 'Keepers' })
    await submit(page).click()
    await expectDestructiveToast(page, 'Creation failed', 'The shelf is full')
    await expect(field(page, /client name/i)).toHaveValue('Kim Kept')
    await expect(field(page, /company name/i)).toHaveValue('Keepers')
    await expect(submit(page)).toBeEnabled()
  })

  test('fails with the default message where the network is gone', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('failed POST /rest/v1/clients')
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await page.route('**/rest/v1/clients*', (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    )
    await openDialog(page)
    await fill(page, { name: 'Kim Kept', email: 'kim@kept.test' })
    await submit(page).click()
    await expectDestructiveToast(page, 'Creation failed', 'Unable to create client.')
  })

  test('adds advice when permission is missing', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('403 POST /rest/v1/clients')
    // Their agency went inactive: they read, and the database refuses what they write.
    const agency = await backstage.newAgency({ is_active: false })
    const page = await open(signedIn, await backstage.newPerson('agency_staff', agency), 0)
    await openDialog(page)
    await fill(page, { name: 'Ned Never', email: 'ned@never.test' })
    await submit(page).click()
    await expectDestructiveToast(
      page,
      'Creation failed',
      'new row violates row-level security policy for table "clients" You do not have permission to create clients. Please ask an admin to grant you staff/admin access.',
    )
  })

  test('needs an agency', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await backstage.newPerson('agency_staff', null), 0)
    await openDialog(page)
    await fill(page, { name: 'Ida Idle', email: 'ida@idle.test' })
    await submit(page).click()
    await expectDestructiveToast(page, 'Creation failed', 'User not assigned to an agency')
  })

  test('makes one client of a double click', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await openDialog(page)
    await fill(page, { name: 'Dee Double', email: 'dee@double.test' })
    await submit(page).dblclick()
    await expectToast(page, 'Client created')
    await expect(title(page, 1)).toBeVisible()
    await page.reload()
    await expect(title(page, 1)).toBeVisible()
  })

  test('needs somebody who is still signed in, and keeps what was typed', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await openDialog(page)
    await fill(page, { name: 'Otto Out', email: 'otto@out.test' })
    await page.evaluate(() => localStorage.clear())
    await submit(page).click()
    await expectDestructiveToast(page, 'Creation failed', 'Not authenticated')
    await expect(field(page, /client name/i)).toHaveValue('Otto Out')
  })

  test('keeps what was typed through Escape and a reload, until Cancel', async ({ signedIn, backstage }) => {
    const page = await open(signedIn, await staffWith(backstage, []), 0)
    await openDialog(page)
    await field(page, /client name/i).fill('Half Done')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add Client' })).toBeFocused()
    await openDialog(page)
    await expect(field(page, /client name/i)).toHaveValue('Half Done')

    await page.reload()
    await expect(title(page, 0)).toBeVisible()
    await openDialog(page)
    await expect(field(page, /client name/i)).toHaveValue('Half Done')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await openDialog(page)
    await expect(field(page, /client name/i)).toHaveValue('')
    await page.reload()
    await openDialog(page)
    await expect(field(page, /client name/i)).toHaveValue('')
  })
})
