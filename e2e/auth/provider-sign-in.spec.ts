import type { Page } from '@playwright/test'
import { startEngineWithProvider } from '../../scripts/testing/engine-with-provider.ts'
import { Outbox } from '../outbox.ts'
import { ana } from '../people.ts'
import { test as base, expect } from '../test.ts'
import { expectToast } from '../toasts.ts'

/** A server with an OpenID Connect provider called Keycloak. */
const test = base.extend<object, { engine: Awaited<ReturnType<typeof startEngineWithProvider>> }>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures one needs from the pattern
    async ({}, use) => {
      const engine = await startEngineWithProvider()
      await use(engine)
      await engine.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  url: [async ({ engine }, use) => use(engine.url), { scope: 'worker' }],
  outbox: [async ({ engine }, use) => use(new Outbox(engine.dataDir)), { scope: 'worker' }],
})

test.beforeEach(({ engine, pageErrors }) => pageErrors.expectError(`foreign ${engine.providerUrl}`))

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Keycloak' })

async function goToProvider(page: Page) {
  await page.goto('/auth')
  await button(page).click()
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
}

async function comeBackAs(page: Page, email: string) {
  await page.getByLabel('Address').fill(email)
  await page.getByRole('button', { name: 'Yes, sign in' }).click()
}

test('the provider’s page leads back and in, and whoever was there before is who they were', async ({ page }) => {
  await goToProvider(page)
  await comeBackAs(page, ana.email)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Welcome, Ana Reyes', { exact: true })).toBeVisible()
  await expectToast(page, 'Welcome back!', 'You have been signed in successfully.')
  await page.reload()
  await expect(page.getByText('Welcome, Ana Reyes', { exact: true })).toBeVisible()
  await expect(page.getByText('Welcome back!')).toHaveCount(0)
})

test('who says no there reads why they are not in, and can try again', async ({ page }) => {
  await goToProvider(page)
  await page.getByRole('button', { name: 'No, go back' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Signing in was cancelled. Please try again.')
  await page.reload()
  await expect(button(page)).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await button(page).click()
  await comeBackAs(page, 'ben@north.test')
  await expect(page.getByText('Welcome, Ben Carter', { exact: true })).toBeVisible()
})

test('who turns round at the provider is back on /auth, with the form as it was', async ({ page }) => {
  await goToProvider(page)
  await page.goBack()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
  await expect(button(page)).toBeVisible()
})
