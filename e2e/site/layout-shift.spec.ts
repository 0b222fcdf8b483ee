import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { holdRequests } from '../hold-requests.ts'
import { publicPaths } from '../public-paths.ts'
import { expect, phone, test } from '../test.ts'
import { expectNoLayoutShift, recordLayoutShifts, scrollToEnd } from './layout-shifts.ts'

const desktop = { width: 1280, height: 800 }
const fonts = ['Mainstreet Display', 'Mainstreet Display Fallback', 'Mainstreet Text', 'Mainstreet Text Fallback']

// Shifts while a page loads and is read are covered by every-page.spec.ts.
for (const [name, viewport] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport })

    test('every page keeps its place when the fonts come late', async ({ page }) => {
      await recordLayoutShifts(page)
      await lendArial(page)
      for (const path of [...publicPaths, '/auth']) {
        const realFonts = await holdRequests(page, /\/assets\/.*woff2/)
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        await page.evaluate(showFallbacks)
        expect(realFonts.held(), path).toBe(2)
        realFonts.open()
        expect(await page.evaluate(fontsArrived)).toEqual(fonts)
        await page.evaluate(scrollToEnd)
        await expectNoLayoutShift(page)
        await page.unroute(/\/assets\/.*woff2/)
      }
    })
  })
}

/** Provides a metric-compatible font for Arial, which nearly every device has and this browser lacks. */
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

/**
 * Waits for the substitute fonts to be loaded; Arial would be there from the start, so earlier layout shifts do not
 * count.
 */
async function showFallbacks() {
  await Promise.all(['Display', 'Text'].map((face) => document.fonts.load(`1em "Mainstreet ${face} Fallback"`)))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  window.shifts = []
}

/** Waits for the fonts and returns the names of the loaded ones. */
async function fontsArrived() {
  await document.fonts.ready
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
  return loaded.map(({ family }) => family.replaceAll('"', '')).sort()
}
