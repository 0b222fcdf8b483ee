import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test.describe('[home.md#home] home page', () => {
  test('opens with a headline, the subline and its two buttons', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('')
    await expect(
      page.getByRole('main').getByText('Website, Marketing, and AI Solutions for Local Businesses', { exact: true }),
    ).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Get Your Free Strategy Call' }).first()).toHaveAttribute(
      'href',
      '/contact',
    )
    await expect(main.getByRole('link', { name: 'Explore Services' })).toHaveAttribute('href', '/services')
  })

  test('has a box that leads the agency to its sign-in', async ({ page }) => {
    await page.getByRole('main').getByRole('link', { name: 'Agency CRM Login' }).click()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeVisible()
  })

  test('shows three services, each with Learn More to /services', async ({ page }) => {
    for (const name of ['Website Design', 'Digital Marketing', 'AI Automation']) {
      const card = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name, exact: true }) })
      await expect(card.getByRole('link', { name: /^Learn More/ })).toHaveAttribute('href', '/services')
    }
    await expect(page.getByRole('main').getByRole('link', { name: /^Learn More/ })).toHaveCount(3)
  })

  test('closes with a call to action to /contact and /pricing', async ({ page }) => {
    const closing = page.getByRole('main').getByRole('region').last()
    await expect(closing.getByRole('heading')).not.toHaveText('')
    await expect(closing.locator('a[href="/contact"]')).toBeVisible()
    await expect(closing.locator('a[href="/pricing"]')).toBeVisible()
  })
})

test.describe('[home.md#testimonials] the testimonials', () => {
  const next = (page: Page) => page.getByRole('button', { name: /next/i })
  const previous = (page: Page) => page.getByRole('button', { name: /previous/i })

  test('wrap around at both ends, one step at a time', async ({ page }) => {
    const [first, second, third] = await testimonials(page)
    await expect(shown(page)).toHaveText([first])
    await next(page).click()
    await expect(shown(page)).toHaveText([second])
    await next(page).click()
    await expect(shown(page)).toHaveText([third])
    await next(page).click()
    await expect(shown(page)).toHaveText([first])
    await previous(page).click()
    await expect(shown(page)).toHaveText([third])
    await previous(page).click()
    await expect(shown(page)).toHaveText([second])
  })

  test('have three dots that lead to each and show which one is open', async ({ page }) => {
    const [first, , third] = await testimonials(page)
    const dots = page.getByRole('main').getByRole('button', { name: /\d of 3/ })
    await expect(dots).toHaveCount(3)
    await expect(dots.nth(0)).toHaveAttribute('aria-current', 'true')

    await dots.nth(2).click()
    await expect(shown(page)).toHaveText([third])
    await expect(dots.nth(2)).toHaveAttribute('aria-current', 'true')
    await expect(dots.nth(0)).not.toHaveAttribute('aria-current', 'true')

    await next(page).click()
    await expect(shown(page)).toHaveText([first])
    await expect(dots.nth(0)).toHaveAttribute('aria-current', 'true')
  })

  test('have the words, the name, the trade and a picture of each person', async ({ page }) => {
    for (const n of [1, 2, 3]) {
      await page.getByRole('button', { name: `slide ${n} of 3` }).click()
      const slide = page.getByRole('group', { name: `slide ${n} of 3`, exact: true })
      await expect(slide.getByRole('blockquote')).toHaveText(/^“.{40,}”$/)
      await expect(slide.locator('figcaption > *')).toHaveText([/\w+ \w+/, /\w+/])
      await expect(slide.locator('svg').first()).toBeVisible()
    }
  })

  test('do not turn by themselves', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    const [first] = await testimonials(page)
    await page.clock.fastForward('10:00')
    await page.clock.runFor(1000)
    await expect(shown(page)).toHaveText([first])
  })
})

const shown = (page: Page) => page.getByRole('main').getByRole('blockquote')

/** The words of all three, also of those that are not shown. */
async function testimonials(page: Page): Promise<[string, string, string]> {
  const [first = '', second = '', third = '', ...more] = await page
    .getByRole('main')
    .locator('blockquote')
    .allTextContents()
  expect(new Set([first, second, third, '']).size).toBe(4)
  expect(more).toEqual([])
  return [first, second, third]
}
