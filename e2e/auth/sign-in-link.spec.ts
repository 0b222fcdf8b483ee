import type { Page } from '@playwright/test'
import { linkIn, type Outbox, useLink } from '../outbox.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectToast } from '../toasts.ts'

const alert = (page: Page) => page.getByRole('main').getByRole('alert')

async function askForLink(page: Page, email: string) {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send Sign-In Link' }).click()
  await expect(page.getByText(`If ${email} has an account, a sign-in link is on its way.`)).toBeVisible()
}

const signInLink = async (outbox: Outbox, email: string) =>
  linkIn(await outbox.newest(({ to, subject }) => to.includes(email) && subject === 'Your sign-in link'))

test('the link of a mail signs in, and says so once', async ({ page, testData, outbox }) => {
  const { email, name } = await testData.newPerson('agency_staff', await testData.newAgency())
  await askForLink(page, email)
  await useLink(page, await signInLink(outbox, email))
  await expect(page).toHaveURL('/dashboard')
  await expectToast(page, 'Welcome back!', 'You have been signed in successfully.')
  await expect(page.getByText(`Welcome, ${name}`, { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Welcome, ${name}`, { exact: true })).toBeVisible()
  await expect(page.getByText('Welcome back!')).toHaveCount(0)
})

test('it signs in where it is opened, also in another browser than the one that asked, and works once', async ({
  page,
  context,
  anotherWindow,
  testData,
  outbox,
  pageErrors,
}) => {
  const { email, name } = await testData.newPerson('agency_staff', await testData.newAgency())
  await askForLink(page, email)
  const link = await signInLink(outbox, email)
  const other = await anotherWindow()
  await useLink(other, link)
  await expect(other.getByText(`Welcome, ${name}`, { exact: true })).toBeVisible()

  pageErrors.expectError('403 POST /auth/v1/verify')
  await useLink(page, link)
  await expect(page).toHaveURL('/auth')
  await expect(alert(page)).toHaveText('Email link is invalid or has expired. Please ask for a new one.')
  await expect(page.getByRole('button', { name: 'Email me a sign-in link' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
  await expect(alert(page)).toHaveCount(0)
  expect(await context.storageState()).toMatchObject({ origins: [] })

  // A signed-in person is sent on to the portal.
  pageErrors.expectError('403 POST /auth/v1/verify')
  await useLink(other, link)
  await expect(other).toHaveURL('/dashboard')
})

test('the back button finds no link to use again', async ({ page, testData, outbox }) => {
  const { email, name } = await testData.newPerson('agency_staff', await testData.newAgency())
  await askForLink(page, email)
  await page.goto('/pricing')
  await useLink(page, await signInLink(outbox, email))
  await expect(page.getByText(`Welcome, ${name}`, { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/pricing')
  await page.goForward()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(`Welcome, ${name}`, { exact: true })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('it is asked for in the same words when nobody has the address', async ({ page, outbox, pageErrors }) => {
    pageErrors.expectError('422 POST /auth/v1/otp')
    const email = 'nobody-at-all@nowhere.test'
    await askForLink(page, email)
    await expect(alert(page)).toHaveCount(0)
    await expectAccessible(page)
    expect(await outbox.matching(({ to }) => to.includes(email))).toEqual([])
  })
})
