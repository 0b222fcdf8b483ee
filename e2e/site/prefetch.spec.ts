import type { Page } from '@playwright/test'
import { expect, phone, test } from '../test.ts'

const pricing = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' })
const prefetches = (page: Page) =>
  page
    .locator('link[rel=prefetch]')
    .evaluateAll((links) => links.map((link) => new URL(link.getAttribute('href') ?? '', location.href).pathname))

const fetched = (page: Page, path: string) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === path && response.ok())

test.describe('a page is fetched as soon as somebody means to go there', () => {
  test('by pointing at a link, once; and then it is there', async ({ page }) => {
    await page.goto('/')
    const answer = fetched(page, '/pricing')
    await pricing(page).hover()
    await (await answer).finished()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).hover()
    await pricing(page).hover()
    expect(await prefetches(page)).toEqual(['/pricing', '/contact'])

    await pricing(page).click()
    await expect(page).toHaveURL('/pricing')
    expect(await bytesOverTheNetwork(page)).toBe(0)
  })

  test('by moving the focus to a link', async ({ page }) => {
    await page.goto('/')
    const answer = fetched(page, '/pricing')
    await pricing(page).focus()
    await answer
    expect(await prefetches(page)).toEqual(['/pricing'])
  })

  test('by touching a link, before the finger is lifted', async ({ anotherWindow, url }) => {
    const page = await anotherWindow({ baseURL: url, viewport: phone, hasTouch: true })
    await page.goto('/')
    await pricing(page).scrollIntoViewIfNeeded()
    const { x, y } = (await pricing(page).boundingBox()) ?? { x: 0, y: 0 }
    const answer = fetched(page, '/pricing')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 5, y: y + 5 }] })
    await answer
    expect(await prefetches(page)).toEqual(['/pricing'])
    await expect(page).toHaveURL('/')
  })

  test('but not the page that is open', async ({ page }) => {
    await page.goto('/pricing')
    await pricing(page).hover()
    await pricing(page).focus()
    await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).focus()
    expect(await prefetches(page)).toEqual(['/'])
  })

  test('and not for somebody who asks to save data', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await page.goto('/')
    await pricing(page).hover()
    await pricing(page).focus()
    expect(await prefetches(page)).toEqual([])
  })
})

/** The transferred bytes of the page itself, without its scripts and pictures. */
const bytesOverTheNetwork = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('navigation')
      .reduce((sum, entry) => (entry instanceof PerformanceResourceTiming ? sum + entry.transferSize : sum), 0),
  )
