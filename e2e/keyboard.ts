import type { Locator, Page } from '@playwright/test'
import { focusProblem } from '../scripts/testing/focus-problem.ts'
import { expect } from './test.ts'

const MAX_STOPS = 80

/** Presses Tab until the target has the focus, and checks that the focus is visible at every stop. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press(key)
    expect(await page.evaluate(focusProblem)).toBeUndefined()
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${MAX_STOPS} times ${key} did not lead to ${target}.`)
}

/** Moves the focus to the target by Tab and types there. */
export async function tabAndType(page: Page, target: Locator, words: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(words)
}

/** Presses Tab from the top of the page to its end. Returns the names of the stops and their problems. */
async function tabThrough(page: Page): Promise<{ stops: string[]; problems: string[] }> {
  const stops: string[] = []
  const problems: string[] = []
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const { activeElement: element } = document
      return element && element !== document.body ? (element.getAttribute('aria-label') ?? element.textContent) : null
    })
    if (stop === null) return { stops, problems }
    stops.push(stop)
    const problem = await page.evaluate(focusProblem)
    if (problem !== undefined) problems.push(problem)
  }
  throw new Error(`Tab never came to the end of the page.`)
}

/** Names the visible links and controls that Tab has to reach; a tab list counts once. */
const controlsToReach = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'a[href], button:enabled, input, select, textarea, summary, [tabindex="0"]:not([role=tablist])',
      ),
    ]
      .filter(
        (element) =>
          element instanceof HTMLElement &&
          element.tabIndex >= 0 &&
          element.checkVisibility({ visibilityProperty: true }),
      )
      .map((element) => element.getAttribute('aria-label') ?? element.textContent),
  )

/** Expects that Tab reaches every link and control of a website page, with visible focus, after its script has run. */
export async function expectToTabThrough(page: Page, path: string): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByRole('button').or(main.getByRole('link')).first()).toBeEnabled()
  await expectTabToReachAll(page, path)
}

/** Expects that Tab reaches every link and control, with visible focus, on a page that is already open. */
export async function expectTabToReachAll(page: Page, path: string): Promise<void> {
  expect(await tabThrough(page), path).toEqual({ stops: await controlsToReach(page), problems: [] })
}
