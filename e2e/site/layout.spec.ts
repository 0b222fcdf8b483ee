import type { Page } from '@playwright/test'
import { sitePages } from '../public-paths.ts'
import { expect, phone, test } from '../test.ts'

test.beforeEach(({ troubles }) => troubles.expectTrouble('404 GET /nowhere'))

test.describe('[site-layout.md#what-all-public-pages-share] site layout', () => {
  for (const path of sitePages) {
    test(`${path} has the header's links, the footer and the floating button`, async ({ page }) => {
      await page.goto(path)
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
    })
  }

  test('the footer has the year it is read in', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2041-06-01T12:00:00Z'))
    for (const path of ['/', '/auth']) {
      await page.goto(path)
      await expect(page.getByRole('contentinfo').getByText(/^©/)).toHaveText(/^© 2041 /)
    }
  })

  test('the floating button stays where it is while the page scrolls', async ({ page }) => {
    await page.goto('/')
    const floating = page.getByRole('link', { name: 'Book A Free Call', exact: true })
    const before = await floating.boundingBox()
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
    expect(await floating.boundingBox()).toEqual(before)
    await expect(floating).toBeInViewport({ ratio: 1 })
  })
})

test.describe('[site-layout.md#header] the header', () => {
  test('is transparent and 100 px tall at the top, up to 10 px of scrolling', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    await expect(header).toHaveCSS('position', 'fixed')
    await expect(header).toHaveCSS('height', '100px')
    await expect(header).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')

    await scrollTo(page, 10)
    await expect(header).toHaveCSS('height', '100px')
    await expect(header).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  })

  test('turns white and shrinks to 80 px beyond 10 px, and back again', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    await scrollTo(page, 11)
    await expect(header).toHaveCSS('height', '80px')
    await expect(header).toHaveCSS('background-color', 'rgb(255, 255, 255)')

    await scrollTo(page, 0)
    await expect(header).toHaveCSS('height', '100px')
    await expect(header).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  })

  test('is white from the first when a page is reloaded further down', async ({ page }) => {
    await page.goto('/')
    await scrollTo(page, 400)
    await page.reload()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(10)
    await expect(page.getByRole('banner')).toHaveCSS('height', '80px')
  })
})

test.describe('[site-layout.md#mobile-menu] the mobile menu', () => {
  test('stands in for the navigation below 768 px, and not from 768 px on', async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 800 })
    await page.goto('/')
    const menuButton = page.getByRole('banner').getByRole('button', { name: /menu/i })
    const contact = page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true })
    await expect(menuButton).toBeVisible()
    await expect(contact).toBeHidden()

    await page.setViewportSize({ width: 768, height: 800 })
    await expect(menuButton).toBeHidden()
    await expect(contact).toBeVisible()
  })

  test('opens below the header, and a link in it closes it and leads on', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    const header = page.getByRole('banner')
    const menuButton = header.getByRole('button', { name: /menu/i })
    await expect(menuButton).toHaveAttribute('aria-expanded', 'false')
    await menuButton.click()
    await expect(menuButton).toHaveAttribute('aria-expanded', 'true')

    const contact = header.getByRole('link', { name: 'Contact', exact: true })
    await expect(contact).toBeVisible()
    for (const [scrolled, height] of [
      [0, 100],
      [400, 80],
    ] as const) {
      await scrollTo(page, scrolled)
      await expect(header).toHaveCSS('height', `${height}px`)
      await expect.poll(async () => (await page.locator('#site-menu').boundingBox())?.y).toBe(height)
    }
    for (const name of ['Home', 'Services', 'Pricing']) {
      await expect(header.getByRole('link', { name, exact: true })).toBeVisible()
    }

    await contact.click()
    await expect(page).toHaveURL('/contact')
    await expect(contact).toBeHidden()
  })

  test('is closed by its button and by Escape', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    const menuButton = page.getByRole('banner').getByRole('button', { name: /menu/i })
    const contact = page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true })
    await menuButton.click()
    await expect(contact).toBeVisible()
    await menuButton.click()
    await expect(contact).toBeHidden()

    await menuButton.click()
    await expect(contact).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(contact).toBeHidden()
  })
})

test('[site-layout.md#phones-and-privacy] no public page asks another site for anything, or leaves a cookie', async ({
  page,
  context,
  url,
}) => {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  for (const path of [...sitePages, '/auth']) {
    await page.goto(path)
    await page.mouse.wheel(0, 5000)
  }
  await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
  expect([...asked]).toEqual([url])
  expect(await context.cookies()).toEqual([])
  expect(await page.evaluate(() => [document.cookie, ...Object.keys(localStorage)])).toEqual([''])
})

test('[site-layout.md#phones-and-privacy] no public page is wider than the screen', async ({ page }) => {
  for (const path of sitePages) {
    await page.goto(path)
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})

const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
