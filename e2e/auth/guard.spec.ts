import { holdRequests } from '../hold-requests.ts'
import { ana } from '../people.ts'
import { expect, test } from '../test.ts'

const portalPages = [
  '/dashboard',
  '/dashboard/enquiries',
  '/dashboard/enquiries/5f6b8c1e-0000-4000-8000-000000000000',
  '/dashboard/users',
  '/dashboard/clients',
  '/dashboard/clients/5f6b8c1e-0000-4000-8000-000000000000',
  '/dashboard/projects',
  '/dashboard/projects?agencyId=5f6b8c1e-0000-4000-8000-000000000000',
  '/dashboard/projects/5f6b8c1e-0000-4000-8000-000000000000',
  '/dashboard/steps',
  '/dashboard/agencies',
  '/dashboard/messages',
  '/dashboard/vault',
  '/dashboard/reports',
  '/dashboard/profile',
  '/dashboard/settings',
  '/dashboard/roles',
  '/dashboard/audit',
  '/dashboard/mail',
]

test.describe('[sessions.md#access] protected screens', () => {
  test('send an anonymous visitor to /auth, every one of them, and ask for nothing before somebody signs in', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const path of portalPages) {
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(200)
      await expect(page, path).toHaveURL('/auth')
      await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeVisible()
    }
    expect(asked.filter((path) => path.startsWith('/rest/'))).toEqual([])
  })

  test('a spinner stands in for either outcome while the session is loading', async ({ page, signedIn }) => {
    for (const window of [page, await signedIn(ana)]) {
      const slow = await holdRequests(window, '**/config.json')
      await window.goto('/dashboard')
      await expect(window.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
      await expect(window).toHaveTitle('Loading | Dashboard')
      await expect(window).toHaveURL('/dashboard')
      await expect(window.getByRole('button', { name: 'Sign Out' })).toHaveCount(0)
      slow.open()
    }
    await expect(page).toHaveURL('/auth')
  })

  test('the back button does not lead from /auth into the portal', async ({ page }) => {
    await page.goto('/contact')
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/auth')
    await page.goBack()
    await expect(page).toHaveURL('/contact')
  })
})
