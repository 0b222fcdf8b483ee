import { publicPaths } from '../public-paths.ts'
import { expect, test } from '../test.ts'
import { sizeOf, structuredData } from './search-engine-tags.ts'

// The tags of each page are covered by every-page.spec.ts.

test.describe('what search engines and previews find', () => {
  test('every page has its own title, description and picture', async ({ request }) => {
    const pages = await Promise.all(publicPaths.map(async (path) => (await request.get(path)).text()))
    for (const pattern of [
      /<title>([^<]*)/,
      /name="description" content="([^"]*)/,
      /property="og:image" content="([^"]*)/,
    ]) {
      expect(new Set(pages.map((html) => pattern.exec(html)?.[1])).size).toBe(publicPaths.length)
    }
  })
})

test.describe('structured data', () => {
  test('answers the questions that /pricing answers, and offers the plans at its prices', async ({ page }) => {
    await page.goto('/pricing')
    const things = await structuredData(page)
    const faqPage = things.find((thing) => thing['@type'] === 'FAQPage')
    const questions = await page.locator('details > summary').allInnerTexts()
    expect(questions.length).toBeGreaterThan(0)
    expect(faqPage).toMatchObject({ mainEntity: questions.map((name) => ({ '@type': 'Question', name })) })

    const plans = things.filter((thing) => thing['@type'] === 'Service')
    expect(plans).toMatchObject([
      { name: 'Starter AI', offers: [{ price: 249 }, { price: 224 }] },
      { name: 'Growth AI', offers: [{ price: 499 }, { price: 449 }] },
      { name: 'Elite AI', offers: [{ price: 749 }, { price: 674 }] },
    ])
    for (const price of [249, 499, 749]) await expect(page.getByText(`$${price}`).first()).toBeVisible()
  })
})

test.describe('what is not there to be found', () => {
  for (const path of ['/auth', '/dashboard', '/dashboard/clients', '/nowhere']) {
    test(`${path} says so in its HTML, and crawlers may read it`, async ({ request }) => {
      const html = await (await request.get(path)).text()
      expect(html).toMatch(/<meta name="robots" content="noindex"/)
      expect(html).not.toMatch(/rel="canonical"|application\/ld\+json/)
    })
  }

  test('and still once the portal has started', async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  })
})

test.describe('files for crawlers and phones', () => {
  test('robots.txt closes nothing and leads to the sitemap, which has every page', async ({ request, url }) => {
    const robots = await request.get('/robots.txt')
    expect(robots.headers()['content-type']).toMatch(/^text\/plain/)
    expect(await robots.text()).not.toContain('Disallow')
    const sitemapUrl = /^Sitemap: (.+)$/m.exec(await robots.text())?.[1] ?? ''
    expect(sitemapUrl).toBe(`${url}/sitemap.xml`)

    const sitemap = await request.get(sitemapUrl)
    expect(sitemap.headers()['content-type']).toMatch(/^application\/xml/)
    const addresses = [...(await sitemap.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
    expect(addresses).toEqual(publicPaths.map((path) => url + path))
  })

  test('the manifest and the page name icons of the sizes they say', async ({ page, request, url }) => {
    await page.goto('/')
    const link = await page.locator('link[rel="manifest"]').getAttribute('href')
    const response = await request.get(link ?? '')
    expect(response.headers()['content-type']).toMatch(/^application\/manifest\+json/)
    const { name, icons }: { name: string; icons: Icon[] } = await response.json()
    expect(name).toBe('North Street Marketing')
    expect(icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)).toEqual([
      '192x192',
      '512x512',
    ])

    const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
    for (const { src, sizes } of [...icons, { src: touch ?? '', sizes: '180x180' }]) {
      const icon = await request.get(url + src)
      expect(icon.status(), src).toBe(200)
      if (sizes === 'any') continue
      const { width, height } = sizeOf(await icon.body())
      expect(`${width}x${height}`, src).toBe(sizes)
    }
  })

  test('security.txt names a way to reach us, and has not expired', async ({ request, url }) => {
    const response = await request.get('/.well-known/security.txt')
    expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toContain(`Contact: ${url}/contact\n`)
    const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / (24 * 60 * 60 * 1000)
    expect(days).toBeGreaterThan(0)
    expect(days).toBeLessThan(365)
  })
})

type Icon = { src: string; sizes: string; purpose?: string }
