import type { Locator } from '@playwright/test'
import { expect, test } from '../test.ts'
import { createAgencyWithVault } from './vault-scene.ts'

const style = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)

test('[shell.md#forced-colors] with colours of one’s own, what is chosen, on or strong is told from what is not', async ({
  signedIn,
  testData,
}) => {
  const { admin } = await createAgencyWithVault(testData, [{ title: 'Till' }])
  const page = await signedIn(admin, { forcedColors: 'active' })
  await page.goto('/dashboard/projects')
  const views = page.getByRole('navigation', { name: 'Views' })
  await expect(views.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page')
  const look = async (name: string) => {
    const link = views.getByRole('link', { name })
    return [await style(link, 'background-color'), await style(link, 'color')]
  }
  expect(await look('All')).toEqual(await page.evaluate(systemChosen))
  expect(await look('Mine')).not.toEqual(await look('All'))
  const edge = (name: string) => style(page.getByRole('link', { name, exact: true }), 'border-top-width')
  expect([await edge('Projects'), await edge('Clients')]).toEqual(['2px', '0px'])

  await page.goto('/dashboard/vault')
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('abcd1')
  const bars = page.getByTitle('Fair', { exact: true }).locator('[aria-hidden] > *')
  await expect(bars).toHaveCount(4)
  expect(await Promise.all([0, 1, 2, 3].map((place) => style(bars.nth(place), 'border-left-width')))).toEqual([
    '3px',
    '3px',
    '1px',
    '1px',
  ])
})

/** The system's background and text colors of selected items. */
function systemChosen() {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.cssText = 'forced-color-adjust: none; background: Highlight; color: HighlightText'
  const { backgroundColor, color } = getComputedStyle(probe)
  probe.remove()
  return [backgroundColor, color]
}
