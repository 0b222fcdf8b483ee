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

test('[pricing.md#plans] /pricing opens on monthly prices', async ({ page }) => {
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

test('[pricing.md#billing] annual prices are a tenth lower, rounded, and say so', async ({ page }) => {
  await page.getByRole('tab', { name: 'Annual (Save 10%)' }).click()
  for (const { name, annual, setup } of plans) {
    await expect(card(page, name)).toContainText(`${annual} per month`)
    await expect(card(page, name)).toContainText(`Setup ${setup}`)
    await expect(card(page, name)).toContainText('10% discount for annual billing')
    await expect(card(page, name).getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/contact')
  }
  await page.getByRole('tab', { name: 'Monthly' }).click()
  await expect(card(page, 'Starter AI')).toContainText('$249 per month')
})

const features = [
  ['Content updates per month', '2', '4', 'Unlimited'],
  ['SEO', 'Basic', 'Advanced', 'Advanced'],
  ['Google Ads', 'Not included', 'Included', 'Included'],
  ['Social media management', 'Not included', 'Included', 'Included'],
  ['AI lead nurturing', 'Not included', 'Included', 'Included'],
  ['AI analytics dashboard', 'Not included', 'Basic', 'Advanced'],
  ['AI chatbot', 'Included', 'Included', 'Included'],
  ['Custom website design', 'Included', 'Included', 'Included'],
  ['Mobile responsive', 'Included', 'Included', 'Included'],
]

test('[pricing.md#comparison] the comparison table has what each plan has, cell by cell', async ({ page }) => {
  const rows = await page
    .getByRole('table')
    .locator('tr')
    .evaluateAll((lines) =>
      lines.map((line) =>
        [...line.children].map(
          (cell) => cell.querySelector('[role=img]')?.getAttribute('aria-label') ?? cell.textContent?.trim(),
        ),
      ),
    )
  expect(rows).toEqual([[expect.any(String), 'Starter AI', 'Growth AI', 'Elite AI'], ...features])
})

test('[pricing.md#plans] the cards list what their plan has, and nothing else', async ({ page }) => {
  for (const [at, { name }] of plans.entries()) {
    const listed = (await card(page, name).getByRole('list').getByRole('listitem').allInnerTexts()).map((line) =>
      line.toLowerCase(),
    )
    const held = features.filter((feature) => feature[at + 1] !== 'Not included')
    expect(listed).toHaveLength(held.length)
    for (const [index, [feature = '', ...values]] of held.entries()) {
      const value = values[at] === 'Included' ? '' : `${values[at]} `
      expect(listed[index]).toBe(`${value}${feature}`.toLowerCase())
    }
  }
})

test('[pricing.md#terms] the answers give the terms', async ({ page }) => {
  const answers = (await page.getByRole('main').locator('details > p').allTextContents()).join(' ')
  for (const term of [
    /upgrade at any time/,
    /downgrade after 3 months on your plan/,
    /launch takes 2-4 weeks/,
    /month-to-month/,
    /30-day cancellation notice/,
    /reply within 24 hours/,
    /free 30-minute call/,
    /Monday-Friday, 9am-5pm EST/,
    /visible within the first 3 months/,
  ]) {
    expect(answers).toMatch(term)
  }
})

test('[pricing.md#questions] the FAQ keeps one answer open at a time, and it can be closed', async ({ page }) => {
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
