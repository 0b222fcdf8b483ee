import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { SitePage } from '../../testing/site-page.tsx'
import HomeRoute from './home-route.tsx'

const main = page.getByRole('main')

beforeEach(() => {
  SitePage.open('/', HomeRoute)
})

describe('[home.md#home] home page', () => {
  it('opens with a headline, the subline and its two buttons', async () => {
    const headline = page.getByRole('heading', { level: 1 })
    await expect.element(headline).toHaveLength(1)
    expect(headline.element().textContent.trim()).not.toBe('')
    const subline = 'Website, Marketing, and AI Solutions for Local Businesses'
    await expect.element(main.getByText(subline, { exact: true })).toBeVisible()
    const call = main.getByRole('link', { name: 'Get Your Free Strategy Call' }).first()
    await expect.element(call).toHaveAttribute('href', '/contact')
    await expect.element(main.getByRole('link', { name: 'Explore Services' })).toHaveAttribute('href', '/services')
  })

  it('shows three services, each with Learn More to /services', async () => {
    const more = page.getByRole('link', { name: /^Learn More/ })
    for (const name of ['Website Design', 'Digital Marketing', 'AI Automation']) {
      const card = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
      await expect.element(card.getByRole('link', { name: /^Learn More/ })).toHaveAttribute('href', '/services')
    }
    await expect.element(more).toHaveLength(3)
  })

  it('closes with a call to action to /contact and /pricing', () => {
    const closing = main.getByRole('region').last()
    expect(closing.getByRole('heading').element().textContent.trim()).not.toBe('')
    for (const path of ['/contact', '/pricing']) {
      expect(closing.element().querySelector(`a[href="${path}"]`)).toBeVisible()
    }
  })
})
