import type { Page } from '@playwright/test'
import { linkIn, type Outbox, useLink } from '../outbox.ts'
import type { Person } from '../people.ts'
import { signIn } from '../sign-in.ts'
import { expect, test } from '../test.ts'

const alert = (page: Page) => page.getByRole('main').getByRole('alert')

async function askForLink(page: Page, person: Person) {
  await page.goto('/auth')
  await page.getByRole('button', { name: /forgot/i }).click()
  await page.getByLabel(/email/i).fill(person.email)
  await page.getByRole('button', { name: /send/i }).click()
  await expect(page.getByRole('main').getByText(/check your email|if .* account/i)).toBeVisible()
}

const recoveryLink = async (outbox: Outbox, person: Person) =>
  linkIn(await outbox.newest(({ to, subject }) => to.includes(person.email) && /password/i.test(subject)))

async function choose(page: Page, password: string) {
  await page.getByLabel(/^new password/i).fill(password)
  const again = page.getByLabel(/confirm/i)
  if (await again.isVisible()) await again.fill(password)
  await page
    .getByRole('main')
    .getByRole('button', { name: /password/i })
    .click()
}

test.describe('[sign-in.md#forgotten-password] a forgotten password', () => {
  test('is replaced by way of the mail, whose link works once: from /auth, back to /auth, by no short one, and in', async ({
    page,
    anotherWindow,
    testData,
    outbox,
    pageErrors,
  }) => {
    const person = await testData.newPerson('agency_staff', await testData.newAgency())
    const elsewhere = await testData.freshSession(person)
    await askForLink(page, person)

    const link = await recoveryLink(outbox, person)
    await useLink(page, link)
    await expect(page).toHaveURL('/auth')
    expect(page.url()).not.toContain('access_token')
    await expect(page.getByLabel(/^new password/i)).toBeVisible()
    // After a recovery link the page asks for a new password first, even after a reload.
    await page.reload()
    await expect(page.getByLabel(/^new password/i)).toBeVisible()

    const tab = await page.context().newPage()
    await tab.goto('/dashboard')
    await expect(tab).toHaveURL('/auth')
    await expect(tab.getByLabel(/^new password/i)).toBeVisible()
    await tab.close()

    // A recovery link works only once.
    const window = await anotherWindow()
    pageErrors.expectError('403 POST /auth/v1/verify')
    await useLink(window, link)
    await expect(window).toHaveURL('/auth')
    await expect(alert(window)).toContainText(/invalid|expired/i)

    pageErrors.expectError('422 PUT /auth/v1/user')
    await choose(page, 'short')
    await expect(alert(page)).toContainText('Password should be at least 6 characters')
    await choose(page, 'second-secret-2')
    await expect(page).toHaveURL('/dashboard')

    // Sessions opened with the old password have ended.
    const { error } = await elsewhere.client.auth.getUser()
    expect(error).not.toBeNull()
    pageErrors.expectError('400 POST /auth/v1/token')
    await window.goto('/auth')
    await signIn(window, person)
    await expect(alert(window)).toContainText('Invalid login credentials')
    await window.getByLabel('Password', { exact: true }).fill('second-secret-2')
    await window.getByRole('button', { name: 'Sign In to Dashboard' }).click()
    await expect(window).toHaveURL('/dashboard')
  })

  test('is asked about in the same words when nobody has the address', async ({ page, outbox }) => {
    const nobody = { name: 'Nobody', email: 'nobody-at-all@nowhere.test', password: '' }
    await askForLink(page, nobody)
    expect(await outbox.matching(({ to }) => to.includes(nobody.email))).toEqual([])
  })
})
