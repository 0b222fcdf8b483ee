import type { Page } from '@playwright/test'
import { ana, sol } from './people.ts'
import { publicPaths } from './public-paths.ts'
import { expect, expectAccessible, phone, test } from './test.ts'

const desktop = { width: 1280, height: 800 }

for (const [device, viewport] of [
  ['phone', phone],
  ['desktop', desktop],
] as const) {
  test.describe(`[axe] on a ${device}`, () => {
    test.use({ viewport })

    for (const path of [...publicPaths, '/auth']) {
      test(path, async ({ page }) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
      })
    }

    test('/ further down', async ({ page }) => {
      await page.goto('/')
      await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }))
      await expect(page.getByRole('banner')).toHaveCSS('height', '80px')
      await expectAccessible(page)
    })

    test('the 404 page', async ({ page, troubles }) => {
      troubles.expectTrouble('404 GET /nowhere')
      await page.goto('/nowhere')
      await expectAccessible(page)
    })

    test('/auth with its other forms and a failure', async ({ page, troubles }) => {
      troubles.expectTrouble('400 POST /auth/v1/token')
      await page.goto('/auth')
      await page.getByLabel('Email', { exact: true }).fill('nobody@nowhere.test')
      await page.getByLabel('Password', { exact: true }).fill('wrong-secret')
      await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Sign Up' }).click()
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Sign In' }).click()
      await page.getByRole('button', { name: /forgot/i }).click()
      await expectAccessible(page)
    })

    test('the contact form with what is missing, and with a toast', async ({ page, troubles }) => {
      troubles.expectTrouble('failed POST /rest/v1/contact_submissions')
      await page.goto('/contact')
      await page.getByRole('main').getByRole('button').click()
      await expectAccessible(page)
      await page.route('**/rest/v1/contact_submissions*', (route) => route.abort('internetdisconnected'))
      await page
        .getByRole('main')
        .getByLabel(/full name/i)
        .fill('Axel')
      await page
        .getByRole('main')
        .getByLabel(/business name/i)
        .fill('Axes')
      await page.getByRole('main').getByLabel(/email/i).fill('axel@axes.test')
      await page.getByRole('main').getByLabel(/phone/i).fill('555 0100')
      await page
        .getByRole('main')
        .getByLabel(/service/i)
        .selectOption('other')
      await page.getByRole('main').getByRole('button').click()
      await expect(page.getByText('There was a problem sending your message. Please try again.')).toBeVisible()
      await expectAccessible(page)
    })

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
    ]) {
      test(`/dashboard${screen}`, async ({ signedIn }) => {
        // Sol sees everything there is; of the clients that would be far more than one page needs to be judged.
        const page = await signedIn(screen === '/clients' ? ana : sol, { viewport })
        await page.goto(`/dashboard${screen}`)
        await settled(page)
        await expectAccessible(page)
      })
    }

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
      await page
        .getByRole('button', { name: /delete/i })
        .first()
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectAccessible(page)
    })

    test('a client’s page, seen, edited and missing', async ({ signedIn, troubles }) => {
      troubles.expectTrouble('406 GET /rest/v1/clients')
      const page = await signedIn(ana, { viewport })
      await page.goto('/dashboard/clients')
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

test('[axe] the mobile menu', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
  await expectAccessible(page)
})

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

/** The portal has been drawn, and with it what its first answers brought. */
async function settled(page: Page) {
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}
