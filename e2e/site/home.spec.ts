import type { Locator } from '@playwright/test'
import { expect, test } from '../test.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test.describe('[1§2] home page', () => {
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
    const main = page.getByRole('main')
    for (const name of ['Website Design', 'Digital Marketing', 'AI Automation']) {
      await expect(main.getByRole('heading', { name, exact: true })).toBeVisible()
    }
    const learnMore = main.getByRole('link', { name: /^Learn More/ })
    await expect(learnMore).toHaveCount(3)
    for (const link of await learnMore.all()) await expect(link).toHaveAttribute('href', '/services')
  })

  test('closes with a call to action to /contact and /pricing', async ({ page }) => {
    const main = page.getByRole('main')
    await expect(main.locator('a[href="/pricing"]').last()).toBeVisible()
    await expect(main.locator('a[href="/contact"]').last()).toBeVisible()
  })
})

test.describe('[1§2 1§4] the testimonials', () => {
  test('wrap around at both ends, one step at a time', async ({ page }) => {
    const shown = page.getByRole('main').getByRole('blockquote')
    const next = page.getByRole('button', { name: /next/i })
    const previous = page.getByRole('button', { name: /previous/i })
    await expect(shown).toHaveCount(1)

    const seen = [await textOf(shown)]
    for (let step = 1; step < 3; step += 1) {
      await next.click()
      await expect(shown).not.toHaveText(seen.at(-1) ?? '')
      seen.push(await textOf(shown))
    }
    expect(new Set(seen).size).toBe(3)

    await next.click()
    await expect(shown).toHaveText(seen[0] ?? '')
    await previous.click()
    await expect(shown).toHaveText(seen[2] ?? '')
    await previous.click()
    await expect(shown).toHaveText(seen[1] ?? '')
  })

  test('have three dots that lead to each and show which one is open', async ({ page }) => {
    const shown = page.getByRole('main').getByRole('blockquote')
    const dots = page.getByRole('button', { name: /testimonial \d/i })
    await expect(dots).toHaveCount(3)
    await expect(dots.nth(0)).toHaveAttribute('aria-current', 'true')

    const first = await textOf(shown)
    await dots.nth(2).click()
    await expect(shown).not.toHaveText(first)
    await expect(dots.nth(2)).toHaveAttribute('aria-current', 'true')
    await expect(dots.nth(0)).not.toHaveAttribute('aria-current', 'true')

    await page.getByRole('button', { name: /next/i }).click()
    await expect(shown).toHaveText(first)
    await expect(dots.nth(0)).toHaveAttribute('aria-current', 'true')
  })

  test('can be turned with the keyboard alone', async ({ page }) => {
    const shown = page.getByRole('main').getByRole('blockquote')
    const first = await textOf(shown)
    await page.getByRole('button', { name: /next/i }).focus()
    await page.keyboard.press('Enter')
    await expect(shown).not.toHaveText(first)
  })
})

const textOf = async (locator: Locator) => (await locator.textContent()) ?? ''
