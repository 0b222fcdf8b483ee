import type { Page } from '@playwright/test'
import { ana } from '../people.ts'
import { expect, test } from '../test.ts'

const kept = { serviceWorkers: 'allow' } as const

test('[shell.md#offline] a click and a reload stay in the portal, and go on by themselves', async ({
  signedIn,
  pageErrors,
}) => {
  // Requests that were pending when the connection broke are expected to fail.
  pageErrors.expectError('failed ')
  pageErrors.expectError(/^console\.error /)
  const page = await signedIn(ana, kept)
  await page.goto('/dashboard/clients')
  const rows = page.locator('main tbody tr')
  await expect(rows.first()).toBeVisible()
  await inCareOfTheWorker(page)

  await page.context().setOffline(true)
  const strip = page.getByRole('status').filter({ hasText: 'You are offline.' })
  await expect(strip).toHaveText('You are offline. You can keep reading what is open.')
  await expect(rows.first()).toBeVisible()

  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Project Management' })).toBeVisible()
  await expect(strip).toHaveText('You are offline. This loads once you are back online.')

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Project Management' })).toBeVisible()
  await expect(strip).toHaveText('You are offline. This loads once you are back online.')

  await page.context().setOffline(false)
  await expect(rows.first()).toBeVisible()
  await expect(strip).toHaveCount(0)
})

test('[shell.md#offline] a screen whose files the browser lacks takes nothing away around it', async ({
  signedIn,
  pageErrors,
}) => {
  pageErrors.expectError('failed ')
  pageErrors.expectError(/^console\.error /)
  // Without a service worker the portal is as in the first seconds of a first visit, or over plain HTTP.
  const page = await signedIn(ana)
  await page.goto('/dashboard/clients')
  const rows = page.locator('main tbody tr')
  await expect(rows.first()).toBeVisible()
  const client = await rows.first().getByRole('link').first().innerText()
  await expect(page.getByRole('button', { name: 'Add Client' })).toBeEnabled()

  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('This screen opens by itself once you are back online.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('link', { name: client, exact: true }).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByText('You are offline. This loads once you are back online.')).toBeAttached()
  await expect(page.getByRole('link', { name: client, exact: true }).first()).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.context().setOffline(true)
  await page.getByRole('link', { name: /^Messages/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/messages')
})

test('[shell.md#offline] a line that has died unnoticed takes nothing away around the screen', async ({
  signedIn,
  pageErrors,
}) => {
  pageErrors.expectError('failed ')
  pageErrors.expectError(/^console\.error /)
  const page = await signedIn(ana)
  await page.goto('/dashboard/clients')
  await expect(page.locator('main tbody tr').first()).toBeVisible()
  await page.route(/\/assets\/|\/config\.json/, (route) => route.abort())
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The server is not answering' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible()

  await page.unrouteAll()
  await expect(page.getByRole('heading', { level: 1, name: 'Project Management' })).toBeVisible()
})

test('[shell.md#offline] what is typed stays, and is saved once the connection is back', async ({
  signedIn,
  pageErrors,
}) => {
  pageErrors.expectError('failed ')
  pageErrors.expectError(/^console\.error /)
  const page = await signedIn(ana, kept)
  await page.goto('/dashboard/clients')
  await page.getByRole('button', { name: 'Add Client' }).click()
  const dialog = page.getByRole('dialog')
  const name = `Offline ${crypto.randomUUID().slice(0, 8)}`
  await page.context().setOffline(true)
  await dialog.getByLabel('Client Name').fill(name)
  await dialog.getByLabel('Email').fill('owner@offline.test')
  await dialog.getByRole('button', { name: 'Add Client' }).click()
  await expect(dialog.getByRole('button', { name: 'Adding...' })).toBeVisible()
  await expect(page.getByText('You are offline. This is saved once you are back online.')).toBeAttached()
  await expect(dialog.getByLabel('Client Name')).toHaveValue(name)

  await page.context().setOffline(false)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
})

test('[shell.md#offline] a session past its time waits for the network, and nobody is sent away', async ({
  signedIn,
  pageErrors,
  testData,
}) => {
  pageErrors.expectError('failed ')
  pageErrors.expectError(/^console\.error /)
  const page = await signedIn(await testData.newPerson('agency_staff', await testData.newAgency()), kept)
  await page.goto('/dashboard/clients')
  await inCareOfTheWorker(page)
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!key.endsWith('-auth-token')) continue
      localStorage.setItem(
        key,
        JSON.stringify({ ...JSON.parse(value), expires_at: Math.floor(Date.now() / 1000) - 60 }),
      )
    }
  })
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
})

test('[shell.md#installing] it can be installed, and starts at the dashboard', async ({ signedIn }) => {
  const page = await signedIn(ana)
  await page.goto('/dashboard/clients')
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/portal.webmanifest')
  const devtools = await page.context().newCDPSession(page)
  const { data = '', errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data)).toMatchObject({ start_url: '/dashboard', scope: '/', display: 'standalone' })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

test('[shell.md#a-new-version] a tab whose files are gone from the server comes to the screen by one reload', async ({
  signedIn,
  pageErrors,
}) => {
  pageErrors.expectError(/^404 GET \/assets\//)
  pageErrors.expectError(/^console\.error /)
  const page = await signedIn(ana)
  await page.goto('/dashboard/clients')
  await page.getByRole('button', { name: 'Add Client' }).click()
  await page.getByRole('dialog').getByLabel('Client Name').fill('Typed before')
  await page.keyboard.press('Escape')
  let asked = 0
  await page.route(/\/assets\/projects-route-/, (route) => {
    asked += 1
    return asked === 1 ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue()
  })
  const loads = countLoads(page)
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Project Management' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/projects')
  expect(loads()).toBe(1)

  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('button', { name: 'Add Client' }).click()
  await expect(page.getByRole('dialog').getByLabel('Client Name')).toHaveValue('Typed before')
})

test('[shell.md#a-new-version] says so where a file stays away, and does not load for ever', async ({
  signedIn,
  pageErrors,
}) => {
  pageErrors.expectError(/^404 GET \/assets\//)
  pageErrors.expectError(/^console\.error /)
  const page = await signedIn(ana)
  await page.route(/\/assets\/projects-route-/, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  const loads = countLoads(page)
  await page.goto('/dashboard/projects')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(loads()).toBe(2)
})

/** Waits until the service worker has stored the portal's files. */
const inCareOfTheWorker = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

/** Counts the page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  return () => loads
}
