import type { Locator } from '@playwright/test'
import { expect, test } from '../test.ts'

const style = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`[site-layout.md#forced-colors] with colours of one's own, ${colorScheme}`, () => {
    test.use({ contextOptions: { forcedColors: 'active' }, colorScheme })

    test('buttons that matter keep an edge, wider than the others have', async ({ page }) => {
      await page.goto('/')
      const main = page.getByRole('main')
      const widthOf = async (name: string) =>
        Number.parseFloat(await style(main.getByRole('link', { name }), 'border-top-width'))
      expect(await widthOf('Explore Services')).toBeGreaterThanOrEqual(2)
      expect(await widthOf('Get Your Free Strategy Call')).toBeGreaterThan(await widthOf('Explore Services'))
      expect(await style(main.getByRole('link', { name: 'Explore Services' }), 'border-top-style')).toBe('solid')
    })

    test('the chosen billing is told from the other', async ({ page }) => {
      await page.goto('/pricing')
      const [monthly, annual] = [page.getByRole('tab', { name: 'Monthly' }), page.getByRole('tab', { name: /Annual/ })]
      const colours = async (tab: Locator) => [await style(tab, 'background-color'), await style(tab, 'color')]
      const [chosen, other] = [await colours(monthly), await colours(annual)]
      expect(chosen[0]).not.toBe(other[0])
      expect(chosen[0]).not.toBe(chosen[1])
      await annual.click()
      expect([await colours(monthly), await colours(annual)]).toEqual([other, chosen])
    })

    test('the testimonial that is shown is told from the others', async ({ page }) => {
      await page.goto('/')
      const fillOf = (n: number) =>
        page
          .getByRole('button', { name: `Show slide ${n} of 3` })
          .evaluate((dot) => getComputedStyle(dot, '::before').backgroundColor)
      expect(await fillOf(1)).not.toBe(await fillOf(2))
    })

    test('/auth tells which tab is open, and its button has an edge', async ({ page }) => {
      await page.goto('/auth')
      const signIn = page.getByRole('tab', { name: 'Sign In' })
      expect(await style(signIn, 'background-color')).not.toBe(
        await style(page.getByRole('tab', { name: 'Sign Up' }), 'background-color'),
      )
      expect(await style(page.getByRole('button', { name: 'Sign In to Dashboard' }), 'border-top-width')).toBe('2px')
    })
  })
}
