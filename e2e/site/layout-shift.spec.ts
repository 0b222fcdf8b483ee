import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { limits } from '../../scripts/limits.ts'
import { gate } from '../gate.ts'
import { publicPaths } from '../public-paths.ts'
import { expect, phone, test } from '../test.ts'

const desktop = { width: 1280, height: 800 }
const fonts = ['Mainstreet Display', 'Mainstreet Display Fallback', 'Mainstreet Text', 'Mainstreet Text Fallback']

for (const path of [...publicPaths, '/auth']) {
  for (const [name, viewport] of Object.entries({ phone, desktop })) {
    test.describe(`${path}, ${name}`, () => {
      test.use({ viewport })

      test('keeps its place while it loads and is read', async ({ page }) => {
        await rememberShifts(page)
        await page.goto(path)
        await page.evaluate(readToTheEnd)
        await expectPlaceKept(page)
      })

      test('keeps its place when the fonts come late', async ({ page }) => {
        await rememberShifts(page)
        await lendArial(page)
        const realFonts = await gate(page, /\/assets\/.*woff2/)
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        await page.evaluate(showFallbacks)
        realFonts.open()
        expect(await page.evaluate(fontsArrived)).toEqual(fonts)
        await page.evaluate(readToTheEnd)
        await expectPlaceKept(page)
      })
    })
  }
}

async function expectPlaceKept(page: Page) {
  const shifts = await page.evaluate(() => window.shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(limits.layoutShift)
}

/** Nearly every device has Arial, this browser has not: here it gets the free font of the same widths. */
async function lendArial(page: Page) {
  await page.route('**/assets/*.css', async (route) => {
    const response = await route.fetch()
    const css = await response.text()
    const body = css
      .replace(/local\("?Arial Bold"?\)/, 'url(/lent/bold.woff2)')
      .replace(/local\("?Arial"?\)/, 'url(/lent/regular.woff2)')
    await route.fulfill({ response, body })
  })
  await page.route('**/lent/bold.woff2', (route) => route.fulfill({ path: fileURLToPath(arimoBold) }))
  await page.route('**/lent/regular.woff2', (route) => route.fulfill({ path: fileURLToPath(arimo) }))
}

const arimo = import.meta.resolve('@fontsource/arimo/files/arimo-latin-400-normal.woff2')
const arimoBold = import.meta.resolve('@fontsource/arimo/files/arimo-latin-700-normal.woff2')

interface Shift {
  value: number
  moved: string[]
}

declare global {
  interface Window {
    shifts: Shift[]
  }
}

/** What the platform's types don't know yet. */
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** From before the first paint on: how far things moved that nobody had asked to move. */
async function rememberShifts(page: Page) {
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

/** Lent fonts come when they are called, Arial is always there: what moves until then is not the page's doing. */
async function showFallbacks() {
  await Promise.all(['Display', 'Text'].map((face) => document.fonts.load(`1em "Mainstreet ${face} Fallback"`)))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  window.shifts = []
}

/** Waits for the fonts and names those that came. */
async function fontsArrived() {
  await document.fonts.ready
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
  return loaded.map(({ family }) => family.replaceAll('"', '')).sort()
}

/** Scrolls through the page a window at a time, as somebody does who reads it all. */
async function readToTheEnd() {
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const root = document.documentElement
  for (let top = 0; top < root.scrollHeight; top += window.innerHeight / 2) {
    window.scrollTo({ top, behavior: 'instant' })
    await painted()
  }
}
