import { expect, phone, test } from '../test.ts'

test.use({ javaScriptEnabled: false })

test.describe('[1§2] without JavaScript', () => {
  test('the home page can be read and followed', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(
      page.getByRole('main').getByText('Website, Marketing, and AI Solutions for Local Businesses', { exact: true }),
    ).toBeVisible()
    for (const name of ['Website Design', 'Digital Marketing', 'AI Automation']) {
      await expect(page.getByRole('main').getByRole('heading', { name, exact: true })).toBeVisible()
    }
    await page.getByRole('main').getByRole('link', { name: 'Get Your Free Strategy Call' }).first().click()
    await expect(page).toHaveURL('/contact')
  })

  test('all three testimonials can be read', async ({ page }) => {
    await page.goto('/')
    const words = page.getByRole('main').locator('blockquote')
    await expect(words).toHaveCount(3)
    for (const entry of await words.all()) await expect(entry).toBeVisible()
  })

  test('the contact page says how to reach the agency', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.getByText('Support Promise')).toBeVisible()
    await expect(page.getByText('Monday-Friday')).toBeVisible()
  })

  test('the prices can be read, and the answers below them', async ({ page }) => {
    await page.goto('/pricing')
    await expect(page.getByText('$249').first()).toBeVisible()
    await expect(page.getByText('$224').first()).toBeVisible()
    const answer = page.getByRole('main').locator('details').first()
    await answer.locator('summary').click()
    await expect(answer.locator('p')).toBeVisible()
  })

  test('the navigation can be reached on a phone', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    await expect(page.getByRole('contentinfo').locator('a[href="/pricing"]').first()).toBeVisible()
  })

  test('/auth says what it needs', async ({ page, troubles }) => {
    // Chromium counts what is preloaded for scripts that will not run as failed.
    troubles.expectTrouble(/^failed GET .*\.js csp$/)
    await page.goto('/auth')
    await expect(page.getByRole('main').getByRole('status')).toContainText(/JavaScript/)
  })

  test('an unknown path is the 404 page', async ({ page, troubles }) => {
    troubles.expectTrouble('404 GET /nowhere')
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  })
})

test.describe('[1§1] public pages with JavaScript', () => {
  test.use({ javaScriptEnabled: true })

  for (const path of ['/', '/services', '/services/ai-automation', '/pricing', '/contact']) {
    test(`${path} does not load the portal's client library`, async ({ page }) => {
      const scripts: string[] = []
      page.on('response', async (response) => {
        if (response.request().resourceType() === 'script') scripts.push(await response.text())
      })
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(scripts.length).toBeGreaterThan(0)
      expect(scripts.filter((script) => /GoTrueClient|supabase-js/.test(script))).toEqual([])
    })
  }
})
