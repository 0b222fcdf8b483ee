import type { Locator, Page } from '@playwright/test'
import { focusProblem } from '../scripts/testing/focus-problem.ts'
import { expect } from './test.ts'

const MOST_STOPS = 80

/** Presses Tab until the focus is there, as somebody without a mouse does. The focus is seen at every stop on the way. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press(key)
    expect(await page.evaluate(focusProblem)).toBeUndefined()
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${MOST_STOPS} times ${key} did not lead to ${target}.`)
}

/** Tab, then what one types or presses there. */
export async function tabAndType(page: Page, target: Locator, words: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(words)
}

/** Everything Tab leads to, from the top of the page to its end, and what is wrong there. */
async function tabThrough(page: Page): Promise<{ stops: number; problems: string[] }> {
  const problems: string[] = []
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement === document.body)) return { stops, problems }
    const problem = await page.evaluate(focusProblem)
    if (problem !== undefined) problems.push(problem)
  }
  throw new Error(`Tab never came to the end of the page.`)
}

/** How many links and controls a person sees, and Tab therefore has to lead to; of tabs, to the list as one. */
const controlsToReach = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [
        ...document.querySelectorAll(
          'a[href], button:enabled, input, select, textarea, summary, [tabindex="0"]:not([role=tablist])',
        ),
      ].filter(
        (element) =>
          element instanceof HTMLElement &&
          element.tabIndex >= 0 &&
          element.checkVisibility({ visibilityProperty: true }),
      ).length,
  )

/** Tab leads to every link and control of a page of the website, once it works, and the focus is always seen. */
export async function expectToTabThrough(page: Page, path: string): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByRole('button').or(main.getByRole('link')).first()).toBeEnabled()
  await expectTabToReachAll(page, path)
}

/** The same of any page that is ready. */
export async function expectTabToReachAll(page: Page, path: string): Promise<void> {
  expect(await tabThrough(page), path).toEqual({ stops: await controlsToReach(page), problems: [] })
}
