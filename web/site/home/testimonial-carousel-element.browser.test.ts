import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectTexts, phoneAndDesktop } from '../../testing/expect.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { SitePage } from '../../testing/site-page.tsx'
import HomeRoute from './home-route.tsx'

const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const dots = () => button(/\d of 3/)
const shown = () => page.getByRole('main').getByRole('blockquote')

let words: string[] = []
beforeEach(() => {
  SitePage.open('/', HomeRoute)
  // The words of all three testimonials, including those of hidden slides.
  words = [...document.querySelectorAll('main blockquote')].map(({ textContent }) => textContent)
  expect(new Set([...words, '']).size).toBe(4)
})

const expectShown = (number: number) => expectTexts(shown(), words.slice(number - 1, number))

describe('[home.md#testimonials] the testimonials', () => {
  it('wrap around at both ends, one step at a time', async () => {
    await expectShown(1)
    for (const number of [2, 3, 1]) {
      await button(/next/i).click()
      await expectShown(number)
    }
    for (const number of [3, 2]) {
      await button(/previous/i).click()
      await expectShown(number)
    }
  })

  it('have three dots that lead to each and show which one is open', async () => {
    await expect.element(dots()).toHaveLength(3)
    await expect.element(dots().nth(0)).toHaveAttribute('aria-current', 'true')

    await dots().nth(2).click()
    await expectShown(3)
    await expect.element(dots().nth(2)).toHaveAttribute('aria-current', 'true')
    await expect.element(dots().nth(0)).not.toHaveAttribute('aria-current', 'true')

    await button(/next/i).click()
    await expectShown(1)
    await expect.element(dots().nth(0)).toHaveAttribute('aria-current', 'true')
  })

  it('have the words, the name, the trade and a picture of each person', async () => {
    for (const n of [1, 2, 3]) {
      await button(`Show slide ${n} of 3`).click()
      const slide = page.getByRole('group', { name: `slide ${n} of 3`, exact: true })
      await expect.element(slide.getByRole('blockquote')).toMatchTextContent(/^“.{40,}”$/)
      const [name, trade, ...more] = slide.element().querySelectorAll('figcaption > *')
      expect(name?.textContent).toMatch(/\w+ \w+/)
      expect(trade?.textContent).toMatch(/\w+/)
      expect(more).toEqual([])
      await expect.element(slide.element().querySelector('svg')).toBeVisible()
    }
  })

  it('do not turn by themselves', async () => {
    vi.useFakeTimers()
    SitePage.open('/', HomeRoute)
    vi.advanceTimersByTime(10 * 60_000)
    await expectShown(1)
  })

  it('[keyboard] turn by their buttons and dots, and say which one is shown', async () => {
    const position = page.getByRole('main').getByRole('status')
    await tabTo(button(/next/i))
    for (const said of ['Slide 2 of 3', 'Slide 3 of 3', 'Slide 1 of 3']) {
      await userEvent.keyboard('{Enter}')
      await expect.element(position).toHaveTextContent(said)
    }
    await tabTo(button(/previous/i), 'Shift+Tab')
    await userEvent.keyboard(' ')
    await expect.element(position).toHaveTextContent('Slide 3 of 3')
    await tabTo(button(/slide 2 of 3/))
    await userEvent.keyboard('{Enter}')
    await expect.element(position).toHaveTextContent('Slide 2 of 3')
    await expect.element(button(/slide 2 of 3/)).toHaveAttribute('aria-current', 'true')
  })

  it.each(phoneAndDesktop)('[axe] on $device, each of them', async ({ size }) => {
    await page.viewport(...size)
    for (const dot of await dots().all()) {
      await dot.click()
      await expect.element(dot).toHaveAttribute('aria-current', 'true')
      await expectAccessible()
    }
  })
})
