import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { SitePage } from '../../testing/site-page.tsx'
import ServicesRoute from './services-route.tsx'

const main = page.getByRole('main')
const more = /^Learn More/

beforeEach(() => {
  SitePage.open('/services', ServicesRoute)
})

it('[services.md#overview] shows four services, each with its features and Learn More', async () => {
  for (const [name, path] of [
    ['Web Development', '/services/web-development'],
    ['Digital Marketing', '/services/digital-marketing'],
    ['AI Automation', '/services/ai-automation'],
    ['Graphic Design', '/services/graphic-design'],
  ] as const) {
    const block = main.getByRole('region', { name, exact: true })
    await expect.element(block.getByRole('heading', { name, exact: true })).toBeVisible()
    expect(block.getByRole('listitem').elements().length).toBeGreaterThan(2)
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
