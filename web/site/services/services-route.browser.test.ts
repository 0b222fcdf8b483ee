import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { SitePage } from '../../testing/site-page.tsx'
import ServicesRoute from './services-route.tsx'

const main = page.getByRole('main')
const more = /^Learn More/

beforeEach(() => {
  SitePage.open('/services', ServicesRoute)
})

it('[services.md#overview] shows four services, each with its features, its price and Learn More', async () => {
  for (const [name, path, price] of [
    ['Web Development', '/services/web-development', 'From $249 per month, with Starter AI'],
    ['Digital Marketing', '/services/digital-marketing', 'From $499 per month, with Growth AI'],
    ['AI Automation', '/services/ai-automation', 'From $249 per month, with Starter AI'],
    ['Graphic Design', '/services/graphic-design', 'From $749 per month, with Elite AI'],
  ] as const) {
    const block = main.getByRole('region', { name, exact: true })
    await expect.element(block.getByRole('heading', { name, exact: true })).toBeVisible()
    expect(block.getByRole('listitem').elements().length).toBeGreaterThan(2)
    await expect.element(block.getByText(price, { exact: true })).toBeVisible()
    await expect.element(block.getByRole('link', { name: more })).toHaveAttribute('href', path)
  }
  await expect.element(main.getByRole('link', { name: more })).toHaveLength(4)
})

it('[services.md#process] tells the process in four steps', () => {
  const steps = [...document.querySelectorAll('main ol li')].map((step) => page.elementLocator(step))
  expect(steps.map((step) => step.getByRole('heading').element().textContent.trim())).toEqual([
    'Discovery & Strategy',
    'Design & Development',
    'Implementation & Testing',
    'Launch & Growth',
  ])
})
