import type { Page } from '@playwright/test'
import { hiddenContentOf } from '../hidden-content.ts'
import { expectToTabThrough } from '../keyboard.ts'
import { sitePages, unknownPath } from '../public-paths.ts'
import { expect, phone, test } from '../test.ts'
import { fill, form, visitor } from './contact-form.ts'

const zoomed = 'at 200 % zoom'

for (const { name, letters, ...window } of [
  { name: 'at 320 px', letters: '100%', viewport: { width: 320, height: 640 } },
  // A width of 1280 px at 200 % zoom, as a browser reports it.
  { name: zoomed, letters: '100%', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  { name: 'with letters twice as large', letters: '200%', viewport: { width: 1280, height: 800 } },
  { name: 'with letters twice as large on a phone', letters: '200%', viewport: phone },
]) {
  test.describe(`${name === zoomed ? '[keyboard] ' : ''}${name} nothing is lost`, () => {
    test.use(window)
    test.beforeEach(({ page }) => page.addInitScript(enlarge, letters))

    test('of a page that is only read', async ({ page, pageErrors }) => {
      pageErrors.expectError(`404 GET ${unknownPath}`)
      for (const path of sitePages.filter((path) => !(path in openings))) await visit(page, path)
    })

    test('of the others, and of what opens there', async ({ page }) => {
      for (const [path, open] of Object.entries(openings)) {
        await visit(page, path)
        await open(page)
      }
    })

    async function visit(page: Page, path: string) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (name === zoomed) await expectToTabThrough(page, path)
      expect([...(await hiddenContentOf(page)), ...(await lossesAtTheEnd(page))], path).toEqual([])
    }
  })
}

/** Opens collapsed parts of a page, one after the other; by path. */
const openings: Record<string, (page: Page) => Promise<void>> = {
  '/': async (page) => {
    for (const dot of await page.getByRole('button', { name: /slide \d of 3/ }).all()) {
      await dot.click()
      expect(await hiddenContentOf(page)).toEqual([])
    }
    await page.getByRole('button', { name: /menu/i }).click()
    await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeVisible()
    expect(await hiddenContentOf(page)).toEqual([])
  },
  '/pricing': async (page) => {
    await page.getByRole('tab', { name: /annual/i }).click()
    for (const item of await page.getByRole('main').locator('details').all()) {
      await item.locator('summary').click()
      expect(await hiddenContentOf(page)).toEqual([])
    }
  },
  '/contact': async (page) => {
    await form(page).send.click()
    await expect(form(page).name).toBeFocused()
    expect(await hiddenContentOf(page)).toEqual([])
    await fill(page, visitor())
    await form(page).send.click()
    await expect(page.getByText('Message Sent!', { exact: true })).toBeVisible()
    expect(await hiddenContentOf(page)).toEqual([])
  },
  '/auth': async (page) => {
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByRole('button', { name: 'Create Account' }).click()
    expect(await hiddenContentOf(page)).toEqual([])
    await page.getByRole('tab', { name: 'Sign In' }).click()
    await page.getByRole('button', { name: /forgot/i }).click()
    expect(await hiddenContentOf(page)).toEqual([])
  },
}

/** Enlarges the text without the layout, as a browser setting does. */
function enlarge(letters: string) {
  document.addEventListener('DOMContentLoaded', () => {
    document.documentElement.style.fontSize = letters
  })
}

/** Scrolls to the end and returns what the floating button covers there. */
async function lossesAtTheEnd(page: Page): Promise<string[]> {
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  const last = await page.getByText(/^©/).boundingBox()
  const floating = await page.getByRole('link', { name: 'Book A Free Call' }).boundingBox()
  if (!last || !floating) return ['the last line or the floating button is missing']
  const isAbove = floating.y + floating.height <= last.y
  const isClear = isAbove || last.y + last.height <= floating.y || last.x + last.width <= floating.x
  return isClear ? [] : ['the floating button lies on the last line']
}
