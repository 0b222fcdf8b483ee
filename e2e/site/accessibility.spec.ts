import { expect, expectAccessible, phone, test } from '../test.ts'

const desktop = { width: 1280, height: 800 }

for (const [device, viewport] of [
  ['phone', phone],
  ['desktop', desktop],
] as const) {
  test.describe(`[axe] on a ${device}`, () => {
    test.use({ viewport })

    test('/auth with its other forms, what is missing, and a failure', async ({ page, troubles }) => {
      troubles.expectTrouble('400 POST /auth/v1/token')
      await page.goto('/auth')
      await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
      await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
      await expectAccessible(page)
      await page.getByLabel('Email', { exact: true }).fill('nobody@nowhere.test')
      await page.getByLabel('Password', { exact: true }).fill('wrong-secret')
      await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Sign Up' }).click()
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Sign In' }).click()
      await page.getByRole('button', { name: /forgot/i }).click()
      await page.getByRole('button', { name: /send/i }).click()
      await expectAccessible(page)
    })
  })
}
