import type { BrowserContext, Page, Route } from '@playwright/test'
import { ana } from '../people.ts'
import { expect, test } from '../test.ts'
import type { TestData } from '../test-data.ts'

/** Tests that end sessions use a person of their own, since ending one session may end all. */
async function enter(context: BrowserContext, testData: TestData) {
  const person = await testData.newPerson('agency_staff', await testData.newAgency())
  const { stored } = await testData.freshSession(person)
  const page = await context.newPage()
  await page.goto('/contact')
  await takeUp(page, stored)
  await expect(page.getByText(`Welcome, ${person.name}`, { exact: true })).toBeVisible()
  // A request that is still on its way would notice the end of the session before the test does anything.
  await page.waitForLoadState('networkidle')
  return { page, person, stored }
}

/** Puts a stored session into this browser, as if it had begun here. */
async function takeUp(page: Page, stored: { name: string; value: string }[]) {
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, stored)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
}

const storedTokens = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => localStorage.getItem(key)?.includes('access_token')))

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign Out' }).click()

test.describe('[sessions.md#sign-out] sign-out', () => {
  test('clears the session and leads to /, also in another tab, and the back button does not bring the portal back', async ({
    context,
    testData,
  }) => {
    const { page, person } = await enter(context, testData)
    const tab = await context.newPage()
    await tab.goto('/dashboard/clients')
    await expect(tab.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await tab.waitForLoadState('networkidle')
    const call = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth/v1/logout')
    await signOut(page)
    await expect(page).toHaveURL('/')
    expect(new URL((await call).url()).searchParams.get('scope')).toBe('global')
    await expect(tab).toHaveURL('/auth')
    await tab.close()
    expect(await storedTokens(page)).toEqual([])
    await page.goBack()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByText(person.name)).toHaveCount(0)
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/auth')
  })

  test('does so even when the call is refused, finds no network or gets no answer', async ({
    context,
    testData,
    pageErrors,
  }) => {
    pageErrors.expectError(/^(500|failed) POST \/auth\/v1\/logout/)
    const { page, stored } = await enter(context, testData)
    for (const fail of [
      (route: Route) => route.fulfill({ status: 500, json: {} }),
      (route: Route) => route.abort('internetdisconnected'),
      () => {},
    ]) {
      await page.route('**/auth/v1/logout*', fail)
      await signOut(page)
      await expect(page).toHaveURL('/')
      expect(await storedTokens(page)).toEqual([])
      await page.goto('/dashboard')
      await expect(page).toHaveURL('/auth')
      // The session is stored only once the page has found none: while it checks, it would redirect to the portal.
      await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
      await page.unroute('**/auth/v1/logout*')
      // The server does not know of the sign-out: the session still opens the portal.
      await takeUp(page, stored)
    }
  })
})

test.describe('[sessions.md#life-of-a-session] the session', () => {
  test('ended elsewhere signs out here, too', async ({ context, testData, pageErrors }) => {
    pageErrors.expectError(/^40[013] (GET|HEAD|POST) \/(rest|auth)\/v1\//)
    const { page, person } = await enter(context, testData)
    const elsewhere = await testData.freshSession(person)
    await elsewhere.client.auth.signOut({ scope: 'global' })
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/session has ended/i)
    expect(await storedTokens(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  })

  test('is refreshed when it is close to its end, without a word', async ({ context, testData }) => {
    const { page, person } = await enter(context, testData)
    await age(page, 60)
    const refresh = page.waitForResponse('**/auth/v1/token?grant_type=refresh_token')
    await page.reload()
    expect((await refresh).status()).toBe(200)
    await expect(page.getByText(`Welcome, ${person.name}`, { exact: true })).toBeVisible()
  })

  test('is removed when its refresh is refused', async ({ context, testData, pageErrors }) => {
    pageErrors.expectError('400 POST /auth/v1/token?grant_type=refresh_token')
    const { page, person } = await enter(context, testData)
    const elsewhere = await testData.freshSession(person)
    await elsewhere.client.auth.signOut({ scope: 'global' })
    await age(page, -60)
    await page.reload()
    await expect(page).toHaveURL('/auth')
    expect(await storedTokens(page)).toEqual([])
  })

  test('outlives a network that is gone for a moment', async ({ context, testData, pageErrors }) => {
    pageErrors.expectError('failed ')
    pageErrors.expectError(/^console\.error /)
    const { page, person } = await enter(context, testData)
    // The screen's code is loaded once while there is a network.
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/clients')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/clients')
    await context.setOffline(false)
    await page.reload()
    await expect(page.getByText(`Welcome, ${person.name}`, { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/dashboard/clients')
  })

  test('two people in two windows do not get into each other’s way', async ({ signedIn, context, testData }) => {
    const first = await signedIn(ana)
    await first.goto('/dashboard')
    const { page, person } = await enter(context, testData)
    await page.reload()
    await first.reload()
    await expect(first.getByText('Welcome, Ana Reyes', { exact: true })).toBeVisible()
    await expect(page.getByText(`Welcome, ${person.name}`, { exact: true })).toBeVisible()
  })
})

/** Makes the stored access token expire in this many seconds. */
const age = (page: Page, seconds: number) =>
  page.evaluate((left) => {
    for (const key of Object.keys(localStorage)) {
      const value = localStorage.getItem(key)
      if (!value?.includes('access_token')) continue
      const session = JSON.parse(value)
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + left }))
    }
  }, seconds)
