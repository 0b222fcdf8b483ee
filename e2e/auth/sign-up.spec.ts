import type { Page } from '@playwright/test'
import { linkIn, useLink } from '../outbox.ts'
import { ana, newcomer, type Person } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'

const alert = (page: Page) => page.getByRole('main').getByRole('alert')

async function signUp(page: Page, { name, email, password }: Person) {
  await page.getByLabel('Full Name', { exact: true }).fill(name)
  await page.getByLabel('Email Address', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
}

test.beforeEach(async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
})

test.describe('[sign-in.md#signing-up] signing up', () => {
  test('from the form over the mail to the dashboard; the link works once, and /auth says why not afterwards', async ({
    page,
    anotherWindow,
    outbox,
    pageErrors,
  }) => {
    const person = newcomer()
    const call = page.waitForRequest('**/auth/v1/signup*')
    await signUp(page, person)
    await expectToast(page, 'Welcome!', 'Please check your email to verify your account.')

    const request = await call
    const body = request.postDataJSON()
    expect(body).toMatchObject({ email: person.email, password: person.password })
    expect(Object.values(body.data)).toContain(person.name)
    const redirect = new URL(request.url()).searchParams.get('redirect_to')
    expect(new URL(redirect ?? '').origin).toBe(new URL(page.url()).origin)

    const link = linkIn(await outbox.newestTo(person.email))
    const addresses: string[] = []
    await useLink(page, link)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText(`Welcome, ${person.name}`, { exact: true })).toBeVisible()
    // The token of the link is neither in the address nor in the history.
    addresses.push(page.url())
    await page.goBack()
    addresses.push(page.url())
    expect(addresses.join(' ')).not.toContain('access_token')

    const later = await anotherWindow()
    pageErrors.expectError('403 POST /auth/v1/verify')
    await useLink(later, link)
    await expect(later).toHaveURL('/auth')
    await expect(alert(later)).toContainText('If you have confirmed your address, sign in')
  })

  test('the mail can be asked for again, and opened elsewhere', async ({ page, anotherWindow, outbox }) => {
    const person = newcomer()
    await signUp(page, person)
    await expect(page.getByText(`We sent a link to ${person.email}.`)).toBeVisible()
    await page.getByRole('tab', { name: 'Sign In' }).click()
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByRole('button', { name: 'Send it again' }).click()
    await expectToast(page, 'Email sent', `Look for it at ${person.email}.`)
    await expect.poll(() => outbox.matching(({ to }) => to.includes(person.email))).toHaveLength(2)

    // The confirmation link works in another browser than the one that signed up.
    const elsewhere = await anotherWindow()
    await useLink(elsewhere, linkIn(await outbox.newestTo(person.email)))
    await expect(elsewhere).toHaveURL('/dashboard')
  })

  test('is refused with the reasons when the password is weak', async ({ page, pageErrors }) => {
    pageErrors.expectError('422 POST /auth/v1/signup')
    await signUp(page, { ...newcomer(), password: 'short' })
    await expect(alert(page)).toContainText('Password should be at least 6 characters')
    await expectDestructiveToast(page, 'Sign up failed')
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled()
  })

  test('tells nobody whether an address has an account already', async ({ page, testData }) => {
    await signUp(page, { ...ana, password: 'somebody-else' })
    await expectToast(page, 'Welcome!', 'Please check your email to verify your account.')
    const { stored } = await testData.freshSession(ana)
    expect(stored).not.toEqual([])
  })
})
