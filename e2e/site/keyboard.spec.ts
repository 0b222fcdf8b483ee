import { tabAndType, tabTo } from '../keyboard.ts'
import { ana, newcomer } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'

// These tests use the keyboard alone: no clicks, no programmatic focus.

test.describe('[keyboard] [sign-in.md#page] /auth', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
  })

  test('signing in', async ({ page }) => {
    await tabAndType(page, page.getByLabel('Email', { exact: true }), ana.email)
    await tabAndType(page, page.getByLabel('Password', { exact: true }), ana.password)
    await tabTo(page, page.getByRole('button', { name: 'Sign In to Dashboard' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
  })

  test('signing up', async ({ page }) => {
    const { name, email, password } = newcomer()
    await tabTo(page, page.getByRole('tab', { name: 'Sign In' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused()
    await tabAndType(page, page.getByLabel('Full Name', { exact: true }), name)
    await tabAndType(page, page.getByLabel('Email Address', { exact: true }), email)
    await tabAndType(page, page.getByLabel('Password', { exact: true }), password)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Welcome!', 'Please check your email to verify your account.')
  })

  test('asking for a new password, and back', async ({ page }) => {
    await tabTo(page, page.getByRole('button', { name: /forgot/i }))
    await page.keyboard.press('Enter')
    await tabAndType(page, page.getByLabel('Email', { exact: true }), 'nobody@nowhere.test')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByText(/is on its way/)).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Back to sign in' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeVisible()
  })
})
