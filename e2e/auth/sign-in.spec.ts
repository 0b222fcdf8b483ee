import type { Page } from '@playwright/test'
import { holdRequests } from '../hold-requests.ts'
import { ana, newcomer } from '../people.ts'
import { signIn } from '../sign-in.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'

const token = '/auth/v1/token?grant_type=password'

const alert = (page: Page) => page.getByRole('main').getByRole('alert')

test.beforeEach(async ({ page }) => {
  await page.goto('/auth')
})

test.describe('[sign-in.md#page] /auth', () => {
  test('opens on Sign In, beside what the portal offers', async ({ page }) => {
    await expect(page.getByRole('tab')).toHaveText(['Sign In', 'Sign Up'])
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
    for (const promise of ['Client Management', 'Project Tracking', 'Team Collaboration']) {
      await expect(page.getByRole('main').getByText(promise, { exact: true })).toBeVisible()
    }
  })

  test('Home, End and the arrows go round the tabs, and what was typed stays; both fields are asked for; the keyboard is led to the form for a forgotten password, and back', async ({
    page,
  }) => {
    const [signInTab, signUpTab] = [
      page.getByRole('tab', { name: 'Sign In' }),
      page.getByRole('tab', { name: 'Sign Up' }),
    ]
    await page.getByLabel('Email', { exact: true }).fill(ana.email)
    await signInTab.focus()
    for (const [key, tab] of [
      ['End', signUpTab],
      ['Home', signInTab],
      ['ArrowLeft', signUpTab],
      ['ArrowRight', signInTab],
    ] as const) {
      await page.keyboard.press(key)
      await expect(tab).toBeFocused()
      await expect(tab).toHaveAttribute('aria-selected', 'true')
    }
    await expect(page.getByLabel('Full Name', { exact: true })).toHaveCount(0)
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ana.email)
    const slow = await holdRequests(page, '**/auth/v1/token*')
    await signIn(page, { email: '', password: '' })
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    await signIn(page, { email: ana.email, password: '' })
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await signIn(page, { email: 'ana', password: ana.password })
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    expect(slow.held()).toBe(0)

    await page.getByRole('button', { name: /forgot/i }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    await page.getByRole('button', { name: /back to sign in/i }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeVisible()
  })

  test('fetches the portal’s scripts while somebody types, and not before', async ({ page }) => {
    const portal = /\/assets\/start-portal-/
    await page.waitForLoadState('networkidle')
    expect(
      await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
    ).not.toContainEqual(expect.stringMatching(portal))
    const fetched = page.waitForResponse(portal)
    await page.getByLabel('Email', { exact: true }).pressSequentially('a')
    expect((await fetched).status()).toBe(200)
  })

  test('sends somebody who is signed in to the dashboard', async ({ signedIn }) => {
    const page = await signedIn(ana)
    await page.goto('/auth')
    await expect(page).toHaveURL('/dashboard')
  })
})

test.describe('[sign-in.md#signing-in] signing in', () => {
  test('greets and leads to the dashboard, and survives a reload and another tab', async ({ page, context }) => {
    await signIn(page, ana)
    await expectToast(page, 'Welcome back!', 'You have been signed in successfully.')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('Welcome, Ana Reyes', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('Welcome, Ana Reyes', { exact: true })).toBeVisible()
    await expect(page.getByText('Welcome back!')).toHaveCount(0)
    const tab = await context.newPage()
    await tab.goto('/dashboard')
    await expect(tab.getByText('Welcome, Ana Reyes', { exact: true })).toBeVisible()
  })

  test('says in the same words, above the form, that a password or an address does not fit, until the next attempt', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.expectError(`400 POST ${token}`)
    for (const [email, password] of [
      ['nobody@nowhere.test', 'mainstreet'],
      [ana.email, 'not-mainstreet'],
    ] as const) {
      await page.reload()
      await signIn(page, { email, password })
      await expect(alert(page)).toContainText('Invalid login credentials')
      await expectDestructiveToast(page, 'Sign in failed', 'Invalid login credentials')
      await expect(page).toHaveURL('/auth')
      await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    }
    const above = await alert(page).boundingBox()
    const first = await page.getByLabel('Email', { exact: true }).boundingBox()
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0)

    const slow = await holdRequests(page, '**/auth/v1/token*')
    // The case of the address does not matter.
    await page.getByLabel('Email', { exact: true }).fill('Ana@North.Test')
    await page.getByLabel('Password', { exact: true }).fill(ana.password)
    await page.getByRole('button', { name: 'Sign In to Dashboard' }).dblclick()
    await expect(page.getByRole('button', { name: 'Signing In...', exact: true })).toBeDisabled()
    await expect(alert(page)).toBeHidden()
    slow.open()
    await expect(page).toHaveURL('/dashboard')
    expect(slow.held()).toBe(1)
  })

  test('takes what stands in the form, also where a password manager has put it there without a word', async ({
    page,
  }) => {
    await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
    for (const [label, value] of [
      ['Email', ana.email],
      ['Password', ana.password],
    ] as const) {
      await page.getByLabel(label, { exact: true }).evaluate((input, text) => {
        if (input instanceof HTMLInputElement) input.value = text
      }, value)
    }
    await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test('refuses somebody who has not confirmed the address', async ({ page, pageErrors, testData }) => {
    const person = newcomer()
    await testData.signUp(person)
    pageErrors.expectError(`400 POST ${token}`)
    await signIn(page, person)
    await expect(alert(page)).toContainText('Email not confirmed')
    await expectDestructiveToast(page, 'Sign in failed', 'Email not confirmed')
  })

  test('says so when the backend is not there or the network is gone, and works once it is back', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.expectError('503 GET /config.json')
    await page.route('**/config.json', (route) => route.fulfill({ status: 503 }))
    await page.reload()
    await signIn(page, ana)
    await expect(alert(page)).toHaveText('The server is not answering. Please try again.')
    await expectDestructiveToast(page, 'Sign in failed', 'The server is not answering. Please try again.')
    await page.unroute('**/config.json')

    // The page repeats the request that failed when it opened.
    pageErrors.expectError(`failed POST ${token}`)
    await page.route('**/auth/v1/token*', (route) => route.abort('internetdisconnected'))
    await signIn(page, ana)
    const words = 'The server is not answering. Please check your connection and try again.'
    await expect(alert(page)).toHaveText(words)
    await expectDestructiveToast(page, 'Sign in failed', words)
    await page.unroute('**/auth/v1/token*')
    await signIn(page, ana)
    await expect(page).toHaveURL('/dashboard')
  })
})
