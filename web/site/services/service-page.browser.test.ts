import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, horizontalOverflow } from '../../testing/expect.ts'
import { SitePage } from '../../testing/site-page.tsx'
import AiAutomationRoute from './ai-automation-route.tsx'
import DigitalMarketingRoute from './digital-marketing-route.tsx'
import GraphicDesignRoute from './graphic-design-route.tsx'
import WebDevelopmentRoute from './web-development-route.tsx'

const pages: { path: string; Route: ComponentType; price: string; pays: string }[] = [
  {
    path: '/services/web-development',
    Route: WebDevelopmentRoute,
    price: 'from $249 per month',
    pays: '$500 once to set up, then $249 per month with Starter AI',
  },
  {
    path: '/services/digital-marketing',
    Route: DigitalMarketingRoute,
    price: 'from $499 per month',
    pays: '$1000 once to set up, then $499 per month with Growth AI',
  },
  {
    path: '/services/ai-automation',
    Route: AiAutomationRoute,
    price: 'from $249 per month',
    pays: '$500 once to set up, then $249 per month with Starter AI',
  },
  {
    path: '/services/graphic-design',
    Route: GraphicDesignRoute,
    price: 'from $749 per month',
    pays: '$1500 once to set up, then $749 per month with Elite AI',
  },
]

it.each(pages)(
  '[services.md#one-service] $path says what it costs, with an example',
  async ({ path, Route, ...said }) => {
    SitePage.open(path, Route)
    const costs = page.getByRole('region', { name: 'What it costs' })
    await expect.element(costs).toMatchTextContent(said.price)
    await expect.element(costs.getByRole('link', { name: 'See plans and prices' })).toHaveAttribute('href', '/pricing')
    await expect.element(costs.getByText('An example', { exact: true })).toBeVisible()
    await expect.element(costs.getByRole('heading', { name: /^Say you run an? / })).toBeVisible()
    await expect.element(costs.getByText(said.pays, { exact: true })).toBeVisible()
    for (const width of [320, 1280]) {
      await page.viewport(width, 800)
      expect(horizontalOverflow()).toBeLessThanOrEqual(0)
      await expectAccessible()
    }
  },
)
