import type { Page } from '@playwright/test'
import { limits } from '../../scripts/page-weight-limits.ts'
import { expect } from '../test.ts'

interface Shift {
  value: number
  moved: string[]
}

declare global {
  interface Window {
    shifts: Shift[]
  }
}

/** The fields of a layout shift that TypeScript's DOM types lack. */
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Records layout shifts without user input, from before the first paint. */
export async function recordLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    window.shifts = []
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => entry.entryType === 'layout-shift'
    const name = (node: Node | null) =>
      (node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 150)
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries().filter(isShift)) {
        if (!hadRecentInput) window.shifts.push({ value, moved: sources.map(({ node }) => name(node)) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export async function expectNoLayoutShift(page: Page) {
  const shifts = await page.evaluate(() => window.shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(limits.layoutShift)
}

/** Scrolls through the page one window at a time, like a reader. */
export async function scrollToEnd() {
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const root = document.documentElement
  for (let top = 0; top < root.scrollHeight; top += window.innerHeight / 2) {
    window.scrollTo({ top, behavior: 'instant' })
    await painted()
  }
}
