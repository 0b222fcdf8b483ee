import type { Page } from '@playwright/test'
import { ana, ben, sol } from '../people.ts'
import { expect, expectAccessible, expectContrast, phone, test } from '../test.ts'

const desktop = { width: 1280, height: 800 }

for (const screen of [
  '',
  '/users',
  '/clients',
  '/projects',
  '/agencies',
  '/messages',
  '/vault',
  '/reports',
  '/profile',
  '/settings',
  '/roles',
  '/enquiries',
  '/audit',
  '/deleted',
]) {
  test(`[axe] /dashboard${screen} on a phone, and on a desktop`, async ({ signedIn }) => {
    // Sol, the super admin, sees the clients of all agencies, far too many for one page, so another person opens that
    // list.
    const page = await signedIn(screen === '/clients' ? ana : sol, { viewport: phone })
    await page.goto(`/dashboard${screen}`)
    await settled(page)
    await expectAccessible(page)
    // The desktop width is tried too, at which the sidebar is shown and the layout changes.
    await page.setViewportSize(desktop)
    await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
    await settled(page)
    await expectAccessible(page)
    // [shell.md#dark-mode] The page follows a system that prefers dark colors.
    await page.emulateMedia({ colorScheme: 'dark' })
    await settled(page)
    await expectContrast(page)
  })
}

for (const [device, viewport] of [
  ['phone', phone],
  ['desktop', desktop],
] as const) {
  test.describe(`[axe] on a ${device}`, () => {
    test('the dialogs of the client list', async ({ signedIn }) => {
      const page = await signedIn(ana, { viewport })
      await page.goto('/dashboard/clients')
      await settled(page)
      await page.getByRole('button', { name: 'Add Client' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('dialog').locator('button[type=submit]').click()
      await expect(page.getByText('Missing required fields', { exact: true })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      if (viewport === phone) await openCard(page)
      await expectAccessible(page)
      await page
        .getByRole('button', { name: /delete/i })
        .first()
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectAccessible(page)
    })

    test('a client’s page, seen, edited and missing', async ({ signedIn, pageErrors }) => {
      pageErrors.expectError('406 GET /rest/v1/clients')
      const page = await signedIn(ana, { viewport })
      await page.goto('/dashboard/clients')
      if (viewport === phone) await openCard(page)
      await page
        .getByRole('link', { name: /view details/i })
        .first()
        .click()
      await expect(page.getByRole('button', { name: 'Edit Client' })).toBeVisible()
      await settled(page)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Edit Client' }).click()
      await expectAccessible(page)
      await page.goto('/dashboard/clients/5f6b8c1e-0000-4000-8000-000000000000')
      await expect(page.getByText('Client not found', { exact: true })).toBeVisible()
      await expectAccessible(page)
    })
  })
}

/** On a phone a row is a card, which opens to show its actions. */
const openCard = (page: Page) =>
  page
    .getByRole('button', { name: /^More about/ })
    .first()
    .click()

test('[axe] the drawer on a phone', async ({ signedIn }) => {
  const page = await signedIn(sol, { viewport: phone })
  await page.goto('/dashboard')
  await settled(page)
  await page
    .getByRole('button', { name: /toggle sidebar/i })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

test('[axe] the sidebar as icons', async ({ signedIn }) => {
  const page = await signedIn(sol)
  await page.goto('/dashboard')
  await settled(page)
  await page
    .getByRole('button', { name: /toggle sidebar/i })
    .first()
    .click()
  await expectAccessible(page)
})

test('[axe] the bell, and the names that an @ offers', async ({ signedIn }) => {
  const page = await signedIn(ben, { viewport: phone })
  await page.goto('/dashboard/messages')
  await settled(page)
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('For @a')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^For You/ }).click()
  await expect(page.getByRole('dialog', { name: 'For You' })).toBeVisible()
  await settled(page)
  await expectAccessible(page)
})

/** Waits until the portal and its first data are rendered. */
async function settled(page: Page) {
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}
