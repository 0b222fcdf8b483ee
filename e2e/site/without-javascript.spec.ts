import { publicPaths, unknownPath } from '../public-paths.ts'
import { expect, phone, test } from '../test.ts'

test.use({ javaScriptEnabled: false })

test.describe('[site-layout.md#without-javascript] without JavaScript', () => {
  test('the home page and its three testimonials can be read and followed, and the navigation opens on a phone, too', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(
      page.getByRole('main').getByText('Website, Marketing, and AI Solutions for Local Businesses', { exact: true }),
    ).toBeVisible()
    for (const name of ['Website Design', 'Digital Marketing', 'AI Automation']) {
      await expect(page.getByRole('main').getByRole('heading', { name, exact: true })).toBeVisible()
    }
    const words = page.getByRole('main').locator('blockquote')
    await expect(words).toHaveCount(3)
    for (const entry of await words.all()) await expect(entry).toBeVisible()

    await page.getByRole('main').getByRole('link', { name: 'Get Your Free Strategy Call' }).first().click()
    await expect(page).toHaveURL('/contact')
    // Without JavaScript the contact page shows how to reach the agency.
    await expect(page.getByText('Support Promise')).toBeVisible()
    await expect(page.getByText('Monday-Friday')).toBeVisible()

    await page.setViewportSize(phone)
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
    await page.getByRole('navigation', { name: 'Mobile' }).getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL('/pricing')
  })

  test('the prices of both billings can be read, the table below them, and every answer that is opened', async ({
    page,
  }) => {
    await page.goto('/pricing')
    for (const [billing, prices] of [
      ['Monthly', ['$249', '$499', '$749']],
      ['Annual (Save 10%)', ['$224', '$449', '$674']],
    ] as const) {
      const plans = page.getByRole('tabpanel', { name: billing })
      await expect(plans.getByRole('heading', { name: billing })).toBeVisible()
      await expect(plans.getByText(/^\$\d+$/)).toHaveText(prices)
      for (const price of await plans.getByText(/^\$\d+$/).all()) await expect(price).toBeVisible()
      await expect(plans.getByRole('link', { name: 'Get Started' })).toHaveCount(3)
      await expect(plans.getByText('10% discount for annual billing')).toHaveCount(billing === 'Monthly' ? 0 : 3)
    }
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(10)

    const items = await page.getByRole('main').locator('details').all()
    expect(items.length).toBeGreaterThan(0)
    for (const item of items) {
      await item.locator('summary').click()
      await expect(item.locator('p')).toBeVisible()
    }
  })

  /** Texts of elements that need JavaScript, or are hidden without it, by page. */
  const forScripts: Partial<Record<string, string[]>> = {
    '/': ['Slide 1 of 3'],
    '/pricing': ['Monthly', 'Annual (Save 10%)'],
    '/contact': ['Leave this field empty', 'Send Message', 'Message Sent!', 'You hear from us within 24 hours.'],
  }

  test('every word of every page is there, and every link leads somewhere', async ({ page, request, pageErrors }) => {
    pageErrors.expectError(`404 GET ${unknownPath}`)
    const links = new Set<string>()
    for (const path of [...publicPaths, unknownPath]) {
      await page.goto(path)
      const read = await page.evaluate(readPage)
      expect(read.words, path).toBeGreaterThan(10)
      expect(read.unseen, path).toEqual(forScripts[path] ?? [])
      for (const link of read.links) links.add(link)
    }
    for (const link of links) expect((await request.get(link)).status(), link).toBe(200)
  })

  test('/auth says what it needs', async ({ page, pageErrors }) => {
    // Chromium reports preloaded scripts as failed when scripts are off.
    pageErrors.expectError(/^failed GET .*\.js csp$/)
    await page.goto('/auth')
    await expect(page.getByRole('main').getByRole('status')).toContainText(/JavaScript/)
  })

  test('an unknown path is the 404 page', async ({ page, pageErrors }) => {
    pageErrors.expectError('404 GET /nowhere')
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  })
})

test.describe('[site-layout.md#without-javascript] public pages with JavaScript', () => {
  test.use({ javaScriptEnabled: true })

  test('/auth loads the client that signs in, and neither the rest of it nor React', async ({ page }) => {
    const scripts: string[] = []
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script') scripts.push(await response.text())
    })
    await page.goto('/auth', { waitUntil: 'networkidle' })
    expect(scripts).toHaveLength(1)
    const traces = ['GoTrueClient', 'PostgrestError', 'phx_join', 'Minified React error']
    expect(traces.filter((trace) => scripts[0]?.includes(trace))).toEqual(['GoTrueClient'])
  })
})

/**
 * Runs in the page: the invisible texts of its main part (answers of the FAQ count as visible, since they open without
 * a script), and its links.
 */
function readPage() {
  const main = document.querySelector('main')
  if (!main) throw new Error('The page has no main part.')
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const unseen = new Set<string>()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (node.textContent?.trim() === '' || !element || element.closest('details, option, svg, script, noscript'))
      continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
      unseen.add((element.textContent ?? '').trim())
    }
  }
  const links = new Set([...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map(({ href }) => href))
  return { words: main.innerText.split(/\s+/).length, unseen: [...unseen], links: [...links] }
}
