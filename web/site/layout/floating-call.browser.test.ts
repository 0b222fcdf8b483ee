import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import AuthRoute from '../../auth/auth-route.tsx'
import { expectAccessible, phone } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { SitePage } from '../../testing/site-page.tsx'
import ContactRoute from '../contact/contact-route.tsx'
import HomeRoute from '../home/home-route.tsx'

const tablet: [width: number, height: number] = [768, 900]
const desktop: [width: number, height: number] = [1280, 800]

/** The floating button is found by its name, which is the same in both sizes. */
const call = page.getByRole('link', { name: 'Book A Free Call', exact: true })
const box = () => call.element().getBoundingClientRect()
const standStill = () => Promise.all(document.getAnimations().map(({ finished }) => finished))

async function scrollTo(top: number) {
  const heard = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }))
  window.scrollTo({ top, behavior: 'instant' })
  await heard
  await standStill()
}

const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** The allowed layout shift when the header shrinks: its content moves up by ten pixels. */
const SHIFT_OF_THE_HEADER = 0.001

/** Sums up layout shifts from now on. */
function countShifts() {
  const isShift = (entry: PerformanceEntry): entry is PerformanceEntry & { value: number } => 'value' in entry
  let sum = 0
  const count = (entries: PerformanceEntry[]) => {
    for (const entry of entries) if (isShift(entry)) sum += entry.value
  }
  const observer = new PerformanceObserver((list) => count(list.getEntries()))
  observer.observe({ type: 'layout-shift' })
  return () => {
    count(observer.takeRecords())
    observer.disconnect()
    return sum
  }
}

describe('[site-layout.md#call-button] the floating call', () => {
  describe.each([
    { device: 'phone', size: phone },
    { device: 'tablet', size: tablet },
    { device: 'desktop', size: desktop },
  ])('on a $device', ({ size }) => {
    beforeEach(() => page.viewport(...size))

    it('gets smaller after scrolling and grows again, in its corner', async () => {
      SitePage.open('/', HomeRoute)
      const before = box()
      await scrollTo(600)
      const after = box()
      expect(after.width * after.height).toBeLessThan(before.width * before.height)
      expect([after.right, after.bottom]).toEqual([before.right, before.bottom])
      expect(Math.min(after.width, after.height)).toBeGreaterThanOrEqual(44)
      await expect.element(call).toBeInViewport({ ratio: 1 })
      await scrollTo(0)
      expect(box()).toEqual(before)
    })

    it('counts as nothing that moves by itself, when all of it happens in one frame', async () => {
      SitePage.open('/', HomeRoute)
      await painted()
      const shifts = countShifts()
      await scrollTo(600)
      await painted()
      expect(shifts()).toBeLessThanOrEqual(SHIFT_OF_THE_HEADER)
    })

    it('lies on no field of a form, wherever the page is scrolled to', async () => {
      SitePage.open('/contact', ContactRoute)
      const end = document.documentElement.scrollHeight - window.innerHeight
      for (let top = 0; top < end; top += 100) {
        if (top > 0) await scrollTo(top)
        expect(liesOn('main form :is(label, input, select, textarea, button)'), `scrolled to ${top}`).toEqual([])
        await expect.element(call).toBeInViewport({ ratio: 1 })
      }
    })

    it('lies on no way into the portal, and leaves the header free', async () => {
      const backend = new FakeBackend()
      backend.answer('GET', '/auth/v1/settings', () => Response.json({ external: { email: true } }))
      SitePage.open('/auth', AuthRoute, backend)
      expect(liesOn('auth-area :is(a, button, input), header :is(a, button)')).toEqual([])
      await expect.element(call).toBeInViewport({ ratio: 1 })
      await expectAccessible()
    })
  })

  it('stays while somebody types', async () => {
    await page.viewport(...phone)
    SitePage.open('/contact', ContactRoute)
    await page.getByLabelText('Full Name').click()
    await expect.element(call).toBeInViewport({ ratio: 1 })
  })
})

/** Elements that the floating button overlaps, without those hidden under the header. */
function liesOn(selector: string) {
  const mine = box()
  const header = page.getByRole('banner').element()
  const hiddenBelow = header.getBoundingClientRect().bottom
  return [...document.querySelectorAll(selector)].filter((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect()
    const seenFrom = header.contains(element) ? top : Math.max(top, hiddenBelow)
    return width > 0 && left < mine.right && right > mine.left && seenFrom < mine.bottom && bottom > mine.top
  })
}
