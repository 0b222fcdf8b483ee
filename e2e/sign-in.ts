import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Signs in on /auth, whether it was just opened or somebody was sent there and it is still loading. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const enter = page.getByRole('button', { name: 'Sign In to Dashboard' })
  // Until it comes to life the page holds its other forms too, hidden.
  await expect(enter).toBeEnabled()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await enter.click()
}
