import type { Page } from '@playwright/test'
import { holdRequests } from '../hold-requests.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'

const settings = '**/auth/v1/settings'

const configure = (page: Page, ...names: string[]) =>
  page.route(settings, (route) =>
    route.fulfill({
      json: { external: { email: true, phone: true, ...Object.fromEntries(names.map((name) => [name, true])) } },
    }),
  )

const providers = (page: Page) => page.getByRole('button', { name: /^Continue with/ })

test('no provider is offered where none is configured', async ({ page }) => {
  const answer = page.waitForResponse(settings)
  await page.goto('/auth')
  expect((await answer).status()).toBe(200)
  await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
  await expect(providers(page)).toHaveCount(0)
})

test('the form waits for no answer about providers, and keeps its place when it comes', async ({ page }) => {
  await configure(page, 'google')
  const slow = await holdRequests(page, settings)
  await page.goto('/auth')
  const enter = page.getByRole('button', { name: 'Sign In to Dashboard' })
  await expect(enter).toBeEnabled()
  const before = await enter.boundingBox()
  slow.open()
  await expect(providers(page)).toBeVisible()
  expect(await enter.boundingBox()).toEqual(before)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('the floating call to book lies on none of them', async ({ page }) => {
    await configure(page, 'google', 'github', 'azure', 'okta')
    await page.goto('/auth')
    await expect(providers(page)).toHaveCount(4)
    const call = page.getByRole('link', { name: 'Book A Free Call' })
    for (const provider of await providers(page).all()) {
      await provider.scrollIntoViewIfNeeded()
      await provider.click({ trial: true })
      await expect(call).toBeInViewport({ ratio: 1 })
    }
  })

  test('those that are configured lead to them, and back to /auth', async ({ page, url }) => {
    await configure(page, 'google', 'github', 'azure', 'okta')
    await page.route('**/auth/v1/authorize*', (route) => route.fulfill({ body: 'The provider' }))
    await page.goto('/auth')
    await expect(providers(page)).toHaveText([
      'Continue with Google',
      'Continue with GitHub',
      'Continue with Microsoft',
      'Continue with Okta',
    ])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(providers(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Back to sign in' }).click()
    await page.getByRole('button', { name: 'Continue with Microsoft' }).press('Enter')
    await expect(page.getByText('The provider')).toBeVisible()
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/auth/v1/authorize')
    expect(searchParams.get('provider')).toBe('azure')
    expect(searchParams.get('redirect_to')).toBe(`${url}/auth`)
  })
})

for (const [from, message] of [
  [
    '/auth?error=access_denied&error_description=Call+555#error=access_denied&error_description=Call+555',
    'Signing in was cancelled. Please try again.',
  ],
  [
    '/?error=invalid_request&error_code=bad_oauth_state&error_description=Call+555',
    'Signing in took too long. Please try again.',
  ],
] as const) {
  test(`who comes back to ${from} reads why, in our words, and the address is clean`, async ({ page }) => {
    await page.goto(from)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(message)
    await expect(page).toHaveURL('/auth')
  })
}
