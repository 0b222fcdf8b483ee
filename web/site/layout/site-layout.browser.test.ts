import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { phone } from '../../testing/expect.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { SitePage } from '../../testing/site-page.tsx'
import HomeRoute from '../home/home-route.tsx'

const header = page.getByRole('banner')
const menu = page.getByRole('navigation', { name: 'Mobile' })
const menuButton = header.getByRole('button', { name: /menu/i })
const link = (name: string) => header.getByRole('link', { name, exact: true })

/** The header's computed styles that change with scrolling. */
const look = () => {
  const { position, height, backgroundColor } = getComputedStyle(header.element())
  return { position, height, backgroundColor }
}
const tall = { position: 'fixed', height: '100px', backgroundColor: 'rgba(0, 0, 0, 0)' }
const low = { position: 'fixed', height: '80px', backgroundColor: 'rgb(255, 255, 255)' }
const scrollTo = (top: number) => window.scrollTo({ top, behavior: 'instant' })
const scrolled = (top: number) => {
  const heard = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }))
  scrollTo(top)
  return heard
}

let site: SitePage
beforeEach(() => {
  site = SitePage.open('/', HomeRoute)
})

describe('[site-layout.md#header] the header', () => {
  it('is transparent and 100 px tall at the top, up to 10 px of scrolling', async () => {
    expect(look()).toEqual(tall)
    await scrolled(10)
    await expect.poll(look).toEqual(tall)
  })

  it('turns white and shrinks to 80 px beyond 10 px, and back again', async () => {
    await scrolled(11)
    await expect.poll(look).toEqual(low)
    await scrolled(0)
    await expect.poll(look).toEqual(tall)
  })
})

describe('[site-layout.md#what-all-public-pages-share] every page', () => {
  it('has the year in its footer that it is read in', async () => {
    vi.useFakeTimers({ now: new Date('2041-06-01T12:00:00Z'), toFake: ['Date'] })
    SitePage.open('/', HomeRoute)
    await expect.element(page.getByRole('contentinfo').getByText(/^©/)).toMatchTextContent(/^© 2041 /)
  })
})

describe('[keyboard] [site-layout.md#header] the first Tab', () => {
  it('offers to skip the header, and leads into the page', async () => {
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await tabTo(skip)
    await expect.element(skip).toBeInViewport({ ratio: 1 })
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    await expect.element(page.getByRole('main').getByRole('link').first()).toHaveFocus()
  })
})

describe('[site-layout.md#mobile-menu] the mobile menu', () => {
  it('stands in for the navigation below 768 px, and not from 768 px on', async () => {
    await page.viewport(767, 800)
    await expect.element(menuButton).toBeVisible()
    await expect.element(link('Contact')).not.toBeInTheDocument()

    await page.viewport(768, 800)
    await expect.element(menuButton).not.toBeInTheDocument()
    await expect.element(link('Contact')).toBeVisible()
  })

  it('opens below the header, and a link in it leads on', async () => {
    await page.viewport(...phone)
    await expect.element(menuButton).toHaveAttribute('aria-expanded', 'false')
    await menuButton.click()
    await expect.element(menuButton).toHaveAttribute('aria-expanded', 'true')
    await expect.element(link('Contact')).toBeVisible()
    for (const [top, height] of [
      [0, 100],
      [400, 80],
    ] as const) {
      scrollTo(top)
      await expect.poll(() => look().height).toBe(`${height}px`)
      await expect.poll(() => menu.element().getBoundingClientRect().y).toBe(height)
    }
    for (const name of ['Home', 'Services', 'Pricing']) await expect.element(link(name)).toBeVisible()
    await link('Contact').click()
    await expect.poll(() => site.left).toEqual(['/contact'])
  })

  it('is closed by its button and by Escape', async () => {
    await page.viewport(...phone)
    await menuButton.click()
    await expect.element(link('Contact')).toBeVisible()
    await menuButton.click()
    await expect.element(link('Contact')).not.toBeInTheDocument()

    await menuButton.click()
    await expect.element(link('Contact')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(link('Contact')).not.toBeInTheDocument()
  })

  it('[keyboard] opens, keeps the focus, closes by Escape and gives it back', async () => {
    await page.viewport(...phone)
    await tabTo(menuButton)
    await userEvent.keyboard('{Enter}')
    await expect.element(menu).toBeVisible()
    const links = menu.getByRole('link')
    await expect.element(links).toHaveLength(5)
    for (const at of links.elements().keys()) {
      if (at > 0) await userEvent.tab()
      await expect.element(links.nth(at)).toHaveFocus()
    }
    await userEvent.tab()
    await expect.element(menuButton).toHaveFocus()
    await userEvent.tab({ shift: true })
    await expect.element(links.last()).toHaveFocus()

    await userEvent.keyboard('{Escape}')
    await expect.element(menu).not.toBeInTheDocument()
    await expect.element(menuButton).toHaveFocus()
    await expect.element(menuButton).toHaveAttribute('aria-expanded', 'false')
  })

  it('[keyboard] a link of it leads on', async () => {
    await page.viewport(...phone)
    await tabTo(menuButton)
    await userEvent.keyboard(' ')
    await tabTo(menu.getByRole('link', { name: 'Services' }))
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => site.left).toEqual(['/services'])
  })
})
