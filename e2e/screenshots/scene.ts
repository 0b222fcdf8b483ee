import type { Page } from '@playwright/test'
import type { Person } from '../people.ts'

/** One picture: where to go, as whom, and what to do there first. */
export interface Scene {
  name: string
  path: string
  /** Left out: nobody has signed in. 'beginner': somebody of an agency with one client. */
  person?: Person | 'beginner'
  /** Who is on the same screen meanwhile. */
  alongside?: Person[]
  /** What is set up before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  prepare?: (page: Page, width: number) => Promise<void>
  /** The screen as it fits the window, for what lies on top of a page. */
  isWindowOnly?: boolean
  /** It shows how the screen waits: what is loading stays so. */
  isWaiting?: boolean
  widths?: number[]
}

/** By its button, which tables and cards have alike. */
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()

/** Shows what can be done with the first row. On a phone it is a card, which opens to that. */
export async function unfoldFirst(page: Page) {
  const more = page.getByRole('button', { name: /^More about/ }).first()
  await page.getByRole('main').getByRole('row').nth(1).waitFor()
  if (await more.isVisible()) await more.click()
}

export async function askToDelete(page: Page) {
  await unfoldFirst(page)
  await press(/^delete/i)(page)
}

export async function openFirst(page: Page) {
  await unfoldFirst(page)
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Edit (Client|Project)$/ }).waitFor()
}

export async function openFirstAndPress(page: Page, name: string) {
  await openFirst(page)
  await settled(page)
  await press(name)(page)
}

/** And nothing is announced as loading any more. */
export async function settled(page: Page) {
  await idle(page)
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
}

/** What makes the page has come. Whoever waits for more than that is shown in `prepare`. */
export async function loaded(page: Page) {
  await page.waitForLoadState('load')
}

/** Everything asked for has come. */
async function idle(page: Page) {
  await page.waitForLoadState('networkidle')
}
