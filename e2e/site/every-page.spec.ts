import type { Page } from '@playwright/test'
import { expectToTabThrough } from '../keyboard.ts'
import { publicPaths, sitePages, unknownPath } from '../public-paths.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectNoLayoutShift, recordLayoutShifts, scrollToEnd } from './layout-shifts.ts'
import { expectSearchEngineTags } from './search-engine-tags.ts'

// Tests that visit every page once at each size, and check the promises that all pages share.

const desktop = { width: 1280, height: 800 }
const isFound = (path: string) => publicPaths.some((found) => found === path)

for (const [device, viewport] of Object.entries({ phone, desktop })) {
  test.describe(`[axe] on a ${device}`, () => {
    test.use({ viewport })

    for (const path of sitePages) {
      test(`${path} asks nobody else for anything, leaves no cookie, keeps its place while it is read, and can be read by everybody`, async ({
        page,
        context,
        url,
        pageErrors,
      }) => {
        pageErrors.expectError(`404 GET ${unknownPath}`)
        const asked = new Set<string>()
        page.on('request', (request) => asked.add(new URL(request.url()).origin))
        await recordLayoutShifts(page)
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        if (path === '/auth') await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
        await expectAccessible(page, 'header')
        await page.evaluate(scrollToEnd)
        await expectNoLayoutShift(page)

        await scrollTo(page, 300)
        await expect(page.getByRole('banner')).toHaveCSS('height', '80px')
        await expectAccessible(page)
        if (device === 'phone') {
          await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
          await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeVisible()
          await expectAccessible(page, 'header')
        }

        // [site-layout.md#phones-and-privacy] The page contacts no other origin, and stores nothing in the browser.
        expect([...asked]).toEqual([url])
        expect(await context.cookies()).toEqual([])
        expect(await page.evaluate(() => [document.cookie, ...Object.keys(localStorage)])).toEqual([''])
      })
    }
  })
}

for (const path of sitePages) {
  test(`[keyboard] [site-layout.md#what-all-public-pages-share] ${path} has what all pages share, is no wider than the screen, is found, and Tab leads through it`, async ({
    page,
    url,
    request,
    pageErrors,
  }) => {
    pageErrors.expectError(`404 GET ${unknownPath}`)
    const scripts: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.text())
    })
    await page.goto(path)
    await expectFrame(page)
    await scrollTo(page, 0)
    await expectToTabThrough(page, path)

    if (isFound(path)) {
      await expectSearchEngineTags(page, { path, url, request })
      // [site-layout.md#without-javascript] Public pages do not load the portal's client library.
      await page.waitForLoadState('networkidle')
      expect(scripts.length).toBeGreaterThan(0)
      expect((await Promise.all(scripts)).filter((script) => /GoTrueClient|supabase-js/.test(script))).toEqual([])
    }
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(0)
    }
  })
}

/** Checks the header's links, the footer and the floating button. */
async function expectFrame(page: Page) {
  const header = page.getByRole('banner')
  await expect(header).toHaveCSS('height', '100px')
  await expect(header).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  for (const [name, to] of [
    ['Home', '/'],
    ['Services', '/services'],
    ['Pricing', '/pricing'],
    ['Contact', '/contact'],
  ] as const) {
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', to)
  }
  await expect(header.getByRole('link', { name: /free strategy call/i })).toHaveAttribute('href', '/contact')

  const footer = page.getByRole('contentinfo')
  for (const to of ['web-development', 'digital-marketing', 'ai-automation', 'graphic-design']) {
    await expect(footer.locator(`a[href="/services/${to}"]`)).toBeVisible()
  }
  for (const to of ['/', '/services', '/pricing', '/contact']) {
    await expect(footer.locator(`a[href="${to}"]`).first()).toBeVisible()
  }
  await expect(footer.getByRole('link', { name: 'Agency Login' })).toHaveAttribute('href', '/auth')
  await expect(footer).toContainText(new RegExp(`©.*${new Date().getFullYear()}`))

  const floating = page.getByRole('link', { name: 'Book A Free Call', exact: true })
  await expect(floating).toBeVisible()
  await expect(floating).toHaveAttribute('href', '/contact')

  await scrollTo(page, 11)
  await expect(header).toHaveCSS('height', '80px')
  await expect(header).toHaveCSS('background-color', 'rgb(255, 255, 255)')
}

const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
