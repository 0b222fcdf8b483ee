import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Signs in on /auth, even while the page is still loading. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const enter = page.getByRole('button', { name: 'Sign In to Dashboard' })
  // Hidden forms are on the page until its script runs, so the test waits for that.
  await expect(enter).toBeEnabled()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await enter.click()
}
