import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, phoneAndDesktop } from '../../testing/expect.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { SitePage } from '../../testing/site-page.tsx'
import PricingRoute from './pricing-route.tsx'

const plans = [
  { name: 'Starter AI', monthly: '$249', annual: '$224', setup: '$500' },
  { name: 'Growth AI', monthly: '$499', annual: '$449', setup: '$1000' },
  { name: 'Elite AI', monthly: '$749', annual: '$674', setup: '$1500' },
]

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

const monthlyTab = page.getByRole('tab', { name: 'Monthly' })
const annualTab = page.getByRole('tab', { name: 'Annual (Save 10%)' })
const card = (name: string) =>
  page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const startOf = (name: string) => card(name).getByRole('link', { name: 'Get Started' })
const textOf = (element: Element) => element.textContent.trim()

let site: SitePage
beforeEach(() => {
  site = SitePage.open('/pricing', PricingRoute)
})

describe('[pricing.md#billing] the two billings', () => {
  it('open on monthly prices', async () => {
    expect(page.getByRole('tab').elements().map(textOf)).toEqual(['Monthly', 'Annual (Save 10%)'])
    await expect.element(monthlyTab).toHaveAttribute('aria-selected', 'true')
    for (const { name, monthly, setup } of plans) {
      await expect.element(card(name)).toMatchTextContent(`${monthly} per month`)
      await expect.element(card(name)).toMatchTextContent(`Setup ${setup}`)
      await expect.element(card(name)).not.toMatchTextContent('10% discount for annual billing')
      await expect.element(startOf(name)).toHaveAttribute('href', '/contact')
    }
    await expect.element(card('Growth AI')).toMatchTextContent(/most popular/i)
    await expect.element(page.getByRole('tabpanel').getByText(/most popular/i)).toHaveLength(1)
  })

  it('annual prices are a tenth lower, rounded, and say so', async () => {
    await annualTab.click()
    for (const { name, annual, setup } of plans) {
      await expect.element(card(name)).toMatchTextContent(`${annual} per month`)
      await expect.element(card(name)).toMatchTextContent(`Setup ${setup}`)
      await expect.element(card(name)).toMatchTextContent('10% discount for annual billing')
      await expect.element(startOf(name)).toHaveAttribute('href', '/contact')
    }
    await monthlyTab.click()
    await expect.element(card('Starter AI')).toMatchTextContent('$249 per month')
  })

  it('[keyboard] follow the arrows, Home and End; from a plan it goes on to /contact', async () => {
    await tabTo(monthlyTab)
    for (const [key, selected] of [
      ['ArrowRight', annualTab],
      ['ArrowRight', monthlyTab],
      ['ArrowLeft', annualTab],
      ['Home', monthlyTab],
      ['End', annualTab],
    ] as const) {
      await userEvent.keyboard(`{${key}}`)
      await expect.element(selected).toHaveFocus()
      await expect.element(selected).toHaveAttribute('aria-selected', 'true')
    }
    await expect.element(page.getByRole('tabpanel', { name: 'Annual (Save 10%)' })).toMatchTextContent('$224')
    await userEvent.tab()
    await expect.element(page.getByRole('tabpanel').getByRole('link', { name: 'Get Started' }).first()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => site.left).toEqual(['/contact'])
  })
})

describe('what the plans have', () => {
  it('[pricing.md#comparison] the comparison table has it cell by cell', () => {
    const rows = [...page.getByRole('table').element().querySelectorAll('tr')].map((line) =>
      [...line.children].map(
        (cell) => cell.querySelector('[role=img]')?.getAttribute('aria-label') ?? cell.textContent.trim(),
      ),
    )
    expect(rows).toEqual([[expect.any(String), 'Starter AI', 'Growth AI', 'Elite AI'], ...features])
  })

  it.each([320, 390, 768, 1280])(
    '[pricing.md#comparison] at %i px its plan names stay below the header',
    async (width) => {
      await page.viewport(width, 500)
      const rows = page.getByRole('table').element().querySelectorAll('tbody tr')
      for (const row of rows) {
        row.scrollIntoView({ block: 'center', behavior: 'instant' })
        const below = page.getByRole('banner').element().getBoundingClientRect()
        for (const { name } of plans) {
          const heading = page.getByRole('columnheader', { name, exact: true })
          await expect.element(heading).toBeInViewport({ ratio: 1 })
          const { top, bottom } = heading.element().getBoundingClientRect()
          expect(Math.ceil(top)).toBeGreaterThanOrEqual(below.height === 100 ? 80 : below.bottom)
          expect(bottom).toBeLessThan(row.getBoundingClientRect().bottom)
        }
      }
    },
  )

  it('[pricing.md#plans] the cards list it, and nothing else', () => {
    for (const [at, { name }] of plans.entries()) {
      const listed = card(name).getByRole('list').getByRole('listitem').elements().map(textOf)
      const held = features.filter((feature) => feature[at + 1] !== 'Not included')
      const lines = held.map(([feature = '', ...values]) =>
        (values[at] === 'Included' ? feature : `${values[at]} ${feature}`).toLowerCase(),
      )
      expect(listed.map((line) => line.toLowerCase())).toEqual(lines)
    }
  })
})

describe('[pricing.md#questions] the FAQ', () => {
  const item = (at: number) => {
    const details = page.getByRole('main').element().querySelectorAll('details')[at]
    const [question, answer] = [details?.querySelector('summary'), details?.querySelector('p')]
    if (!details || !question || !answer) throw new Error(`There is no answer ${at}.`)
    return { details, question: page.elementLocator(question), answer: page.elementLocator(answer) }
  }

  it('[pricing.md#terms] gives the terms', () => {
    const answers = [...document.querySelectorAll('main details > p')].map(textOf).join(' ')
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

  it('keeps one answer open at a time, and it can be closed', async () => {
    const [first, second] = [item(0), item(1)]
    await first.question.click()
    await expect.poll(() => first.details.open).toBe(true)
    await second.question.click()
    await expect.poll(() => [first.details.open, second.details.open]).toEqual([false, true])
    await second.question.click()
    await expect.poll(() => second.details.open).toBe(false)
  })

  it('[keyboard] opens answers one at a time, and closes them again', async () => {
    const [first, second] = [item(0), item(1)]
    await tabTo(first.question)
    await userEvent.keyboard('{Enter}')
    await expect.element(first.answer).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect.element(second.answer).toBeVisible()
    await expect.element(first.answer).not.toBeVisible()
    await userEvent.keyboard(' ')
    await expect.element(second.answer).not.toBeVisible()
  })
})

it.each(phoneAndDesktop)('[axe] on $device, with annual prices, and with each answer', async ({ size }) => {
  await page.viewport(...size)
  await annualTab.click()
  await expectAccessible()
  for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) {
    await page
      .elementLocator(details)
      .getByText(textOf(details.querySelector('summary') ?? details))
      .click()
    await expect.poll(() => details.open).toBe(true)
    await expectAccessible()
  }
})
