import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'

const plans = [
  { name: 'Starter AI', monthly: '$249', annual: '$224', setup: '$500' },
  { name: 'Growth AI', monthly: '$499', annual: '$449', setup: '$1000' },
  { name: 'Elite AI', monthly: '$749', annual: '$674', setup: '$1500' },
]

const card = (page: Page, name: string) =>
  page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

test.beforeEach(async ({ page }) => {
  await page.goto('/pricing')
})

test('[1§2 1§3] /pricing opens on monthly prices', async ({ page }) => {
  await expect(page.getByRole('tab')).toHaveText(['Monthly', 'Annual (Save 10%)'])
  await expect(page.getByRole('tab', { name: 'Monthly' })).toHaveAttribute('aria-selected', 'true')
  for (const { name, monthly, setup } of plans) {
    await expect(card(page, name)).toContainText(`${monthly} per month`)
    await expect(card(page, name)).toContainText(`Setup ${setup}`)
    await expect(card(page, name)).not.toContainText('10% discount for annual billing')
    await expect(card(page, name).getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/contact')
  }
  await expect(card(page, 'Growth AI')).toContainText(/most popular/i)
  await expect(page.getByRole('tabpanel').getByText(/most popular/i)).toHaveCount(1)
})

test('[1§9] annual prices are a tenth lower, rounded, and say so', async ({ page }) => {
  await page.getByRole('tab', { name: 'Annual (Save 10%)' }).click()
  for (const { name, annual } of plans) {
    await expect(card(page, name)).toContainText(`${annual} per month`)
    await expect(card(page, name)).toContainText('10% discount for annual billing')
  }
  await page.getByRole('tab', { name: 'Monthly' }).click()
  await expect(card(page, 'Starter AI')).toContainText('$249 per month')
})

test('[1§9] the comparison has what each plan has', async ({ page }) => {
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveText([/.*/, 'Starter AI', 'Growth AI', 'Elite AI'])
  const cells = (feature: RegExp) =>
    table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: feature }) })
      .getByRole('cell')
  await expect(cells(/content updates/i)).toHaveText(['2', '4', /unlimited/i])
  await expect(cells(/^SEO/i)).toHaveText(['Basic', 'Advanced', 'Advanced'])
  await expect(cells(/analytics/i)).toHaveText([/not included/i, /basic/i, /advanced/i])
  for (const feature of [/google ads/i, /social media/i, /lead nurturing/i]) {
    await expect(cells(feature).nth(0)).toHaveText(/not included/i)
    for (const plan of [1, 2]) await expect(cells(feature).nth(plan)).not.toHaveText(/not included/i)
  }
  for (const feature of [/chatbot/i, /custom website design/i, /mobile responsive/i]) {
    for (const plan of [0, 1, 2]) await expect(cells(feature).nth(plan)).not.toHaveText(/not included/i)
  }
})

test('[1§2] the FAQ keeps one answer open at a time, and it can be closed', async ({ page }) => {
  const items = page.getByRole('main').locator('details')
  const first = items.nth(0)
  const second = items.nth(1)
  await first.locator('summary').click()
  await expect(first).toHaveJSProperty('open', true)
  await second.locator('summary').click()
  await expect(second).toHaveJSProperty('open', true)
  await expect(first).toHaveJSProperty('open', false)
  await second.locator('summary').click()
  await expect(second).toHaveJSProperty('open', false)
})
