import type { Page } from '@playwright/test'
import { linkIn, type Outbox } from '../outbox.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'

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

test('the link of a mail signs in, once', async ({ page, anotherWindow, backstage, outbox }) => {
  const { email, name } = await backstage.newPerson('agency_staff', await backstage.newAgency())
  await askForLink(page, email)
  const link = await signInLink(outbox, email)
  await page.goto(link)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(`Welcome, ${name}`, { exact: true })).toBeVisible()

  const later = await anotherWindow()
  await later.goto(link)
  await expect(later).toHaveURL('/auth')
  await expect(alert(later)).toHaveText('Email link is invalid or has expired')
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('it is asked for in the same words when nobody has the address', async ({ page, outbox, troubles }) => {
    troubles.expectTrouble('422 POST /auth/v1/otp')
    const email = 'nobody-at-all@nowhere.test'
    await askForLink(page, email)
    await expect(alert(page)).toHaveCount(0)
    await expectAccessible(page)
    expect(await outbox.matching(({ to }) => to.includes(email))).toEqual([])
  })
})
