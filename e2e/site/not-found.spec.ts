import { expect, test } from '../test.ts'

const unknownPaths = ['/nowhere', '/contact/more', '/dashboardx', '/auth/extra', '/%F0%9F%A6%8A', '/index.php?id=1']

test.describe('[not-found.md#any-other-path] any other path', () => {
  for (const path of unknownPaths) {
    test(`${path} is the 404 page with status 404`, async ({ page, troubles }) => {
      troubles.expectTrouble('404 GET /')
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
      await expect(
        page.getByText("The page you're looking for doesn't exist or has been moved.", { exact: true }),
      ).toBeVisible()
    })
  }

  test('Back to Home leads back', async ({ page, troubles }) => {
    troubles.expectTrouble('404 GET /nowhere')
    await page.goto('/nowhere')
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/')
    await expect(
      page.getByRole('main').getByText('Website, Marketing, and AI Solutions for Local Businesses', { exact: true }),
    ).toBeVisible()
  })

  test('is known as such to search engines', async ({ page, troubles }) => {
    troubles.expectTrouble('404 GET /nowhere')
    await page.goto('/nowhere')
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  })
})
