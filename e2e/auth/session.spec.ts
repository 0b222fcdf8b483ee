import type { BrowserContext, Page } from '@playwright/test'
import type { Backstage } from '../backstage.ts'
import { ana, type Person } from '../people.ts'
import { expect, test } from '../test.ts'

/** Tests that end sessions bring somebody of their own, since ending one may end them all. */
async function enter(context: BrowserContext, backstage: Backstage): Promise<{ page: Page; person: Person }> {
  const person = await backstage.newPerson('agency_staff', await backstage.newAgency())
  const { stored } = await backstage.freshSession(person)
  const page = await context.newPage()
  await page.goto('/contact')
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, stored)
  await page.goto('/dashboard')
  await expect(page.getByText(`Welcome, ${person.name}`, { exact: true })).toBeVisible()
  return { page, person }
}

const storedTokens = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => localStorage.getItem(key)?.includes('access_token')))

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign Out' }).click()

test.describe('[sessions.md#sign-out] sign-out', () => {
  test('clears the session and leads to /', async ({ context, backstage }) => {
    const { page } = await enter(context, backstage)
    const call = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth/v1/logout')
    await signOut(page)
    await expect(page).toHaveURL('/')
    expect(new URL((await call).url()).searchParams.get('scope')).toBe('global')
    expect(await storedTokens(page)).toEqual([])
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/auth')
  })

  for (const [how, fail] of [
    [
      'is refused',
      (page: Page) => page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 500, json: {} })),
    ],
    [
      'finds no network',
      (page: Page) => page.route('**/auth/v1/logout*', (route) => route.abort('internetdisconnected')),
    ],
    ['gets no answer', (page: Page) => page.route('**/auth/v1/logout*', () => {})],
  ] as const) {
    test(`does so even when the call ${how}`, async ({ context, backstage, troubles }) => {
      troubles.expectTrouble(/^(500|failed) POST \/auth\/v1\/logout/)
      const { page } = await enter(context, backstage)
      await fail(page)
      await signOut(page)
      await expect(page).toHaveURL('/')
      expect(await storedTokens(page)).toEqual([])
      await page.goto('/dashboard')
      await expect(page).toHaveURL('/auth')
    })
  }

  test('the back button does not bring the portal back', async ({ context, backstage }) => {
    const { page, person } = await enter(context, backstage)
    await signOut(page)
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByText(person.name)).toHaveCount(0)
  })

  test('in one tab signs out the other', async ({ context, backstage }) => {
    const { page } = await enter(context, backstage)
    const tab = await context.newPage()
    await tab.goto('/dashboard/clients')
    await expect(tab.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await signOut(page)
    await expect(page).toHaveURL('/')
    await expect(tab).toHaveURL('/auth')
  })
})

test.describe('[sessions.md#life-of-a-session] the session', () => {
  test('ended elsewhere signs out here, too', async ({ context, backstage, troubles }) => {
    troubles.expectTrouble(/^40[013] (GET|HEAD|POST) \/(rest|auth)\/v1\//)
    const { page, person } = await enter(context, backstage)
    const elsewhere = await backstage.freshSession(person)
    await elsewhere.client.auth.signOut({ scope: 'global' })
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/session has ended/i)
    expect(await storedTokens(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  })

  test('is refreshed when it is close to its end, without a word', async ({ context, backstage }) => {
    const { page, person } = await enter(context, backstage)
    await age(page, 60)
    const refresh = page.waitForResponse('**/auth/v1/token?grant_type=refresh_token')
    await page.reload()
    expect((await refresh).status()).toBe(200)
    await expect(page.getByText(`Welcome, ${person.name}`, { exact: true })).toBeVisible()
  })

  test('is removed when its refresh is refused', async ({ context, backstage, troubles }) => {
    troubles.expectTrouble('400 POST /auth/v1/token?grant_type=refresh_token')
    const { page, person } = await enter(context, backstage)
    const elsewhere = await backstage.freshSession(person)
    await elsewhere.client.auth.signOut({ scope: 'global' })
    await age(page, -60)
    await page.reload()
    await expect(page).toHaveURL('/auth')
    expect(await storedTokens(page)).toEqual([])
  })

  test('outlives a network that is gone for a moment', async ({ context, backstage, troubles }) => {
    troubles.expectTrouble('failed ')
    troubles.expectTrouble(/^console\.error /)
    const { page, person } = await enter(context, backstage)
    // Once with the network, so that the screen itself has been loaded.
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

  test('two people in two windows do not get into each other’s way', async ({ signedIn, context, backstage }) => {
    const first = await signedIn(ana)
    await first.goto('/dashboard')
    const { page, person } = await enter(context, backstage)
    await page.reload()
    await first.reload()
    await expect(first.getByText('Welcome, Ana Reyes', { exact: true })).toBeVisible()
    await expect(page.getByText(`Welcome, ${person.name}`, { exact: true })).toBeVisible()
  })
})

/** As if the access token ended that many seconds from now. */
const age = (page: Page, seconds: number) =>
  page.evaluate((left) => {
    for (const key of Object.keys(localStorage)) {
      const value = localStorage.getItem(key)
      if (!value?.includes('access_token')) continue
      const session = JSON.parse(value)
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + left }))
    }
  }, seconds)
