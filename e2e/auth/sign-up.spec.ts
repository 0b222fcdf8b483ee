import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { linkIn } from '../outbox.ts'
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
    await page.goto(link)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText(`Welcome, ${person.name}`, { exact: true })).toBeVisible()
    // No token is left in the address or the history.
    addresses.push(page.url())
    await page.goBack()
    addresses.push(page.url())
    expect(addresses.join(' ')).not.toContain('access_token')

    const later = await anotherWindow()
    await later.goto(link)
    await expect(later).toHaveURL('/auth')
    await expect(alert(later)).toContainText(/invalid|expired/i)
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

    // The link works from another browser than the one that signed up.
    const elsewhere = await anotherWindow()
    await elsewhere.goto(linkIn(await outbox.newestTo(person.email)))
    await expect(elsewhere).toHaveURL('/dashboard')
  })

  test('is refused with the reasons when the password is weak, and says so when the server fails', async ({
    page,
    troubles,
  }) => {
    troubles.expectTrouble('422 POST /auth/v1/signup')
    const person = newcomer()
    await signUp(page, { ...person, password: 'short' })
    await expect(alert(page)).toContainText('Password should be at least 6 characters')
    await expectDestructiveToast(page, 'Sign up failed')
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled()

    troubles.expectTrouble('500 POST /auth/v1/signup')
    await page.route('**/auth/v1/signup*', (route) =>
      route.fulfill({ status: 500, json: { code: 500, error_code: 'unexpected_failure', msg: 'The mail is stuck' } }),
    )
    await signUp(page, person)
    await expect(alert(page)).toContainText('The mail is stuck')
    await expectDestructiveToast(page, 'Sign up failed', 'The mail is stuck')
    await expect(page.getByLabel('Full Name', { exact: true })).toHaveValue(person.name)
    await expect(page.getByLabel('Email Address', { exact: true })).toHaveValue(person.email)
  })

  test('asks for all three fields, then reads Creating Account... while busy and takes no second click', async ({
    page,
  }) => {
    const slow = await gate(page, '**/auth/v1/signup*')
    const person = newcomer()
    await signUp(page, { name: '', email: '', password: '' })
    await expect(page.getByLabel('Full Name', { exact: true })).toBeFocused()
    await signUp(page, { ...person, email: 'me' })
    await expect(page.getByLabel('Email Address', { exact: true })).toBeFocused()
    await signUp(page, { ...person, password: '' })
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Email Address', { exact: true })).toHaveAttribute('type', 'email')
    expect(slow.held()).toBe(0)

    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create Account' }).dblclick()
    await expect(page.getByRole('button', { name: 'Creating Account...', exact: true })).toBeDisabled()
    slow.open()
    await expectToast(page, 'Welcome!')
    expect(slow.held()).toBe(1)
  })

  test('tells nobody whether an address has an account already', async ({ page, backstage }) => {
    await signUp(page, { ...ana, password: 'somebody-else' })
    await expectToast(page, 'Welcome!', 'Please check your email to verify your account.')
    const { stored } = await backstage.freshSession(ana)
    expect(stored).not.toEqual([])
  })
})
