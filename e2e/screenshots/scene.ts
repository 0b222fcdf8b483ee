import type { Page } from '@playwright/test'
import type { Person } from '../people.ts'

/** A screenshot: the page, the person, and the steps before it. */
export interface Scene {
  name: string
  path: string
  /** The signed-in person; undefined without sign-in. 'beginner' is a person of an agency with one client. */
  person?: Person | 'beginner'
  /** People who have the same screen open. */
  alongside?: Person[]
  /** Prepares the page before it is opened. */
  before?: (page: Page) => Promise<unknown>
  prepare?: (page: Page, width: number) => Promise<void>
  /** True if only the visible part is taken, for dialogs and popups. */
  isWindowOnly?: boolean
  /** True if the screen shows a loading state, which stays. */
  isWaiting?: boolean
  widths?: number[]
}

/** Presses a button by name, in a table or on a card. */
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()

/** Opens the actions of the first row, which is a card on a phone. */
export async function openFirstRowActions(page: Page) {
  const more = page.getByRole('button', { name: /^More about/ }).first()
  await page.getByRole('main').getByRole('row').nth(1).waitFor()
  if (await more.isVisible()) await more.click()
}

export async function askToDelete(page: Page) {
  await openFirstRowActions(page)
  await press(/^delete/i)(page)
}

export async function openFirst(page: Page) {
  await openFirstRowActions(page)
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

/** Waits until no element is marked as loading. */
export async function settled(page: Page) {
  await idle(page)
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
}

/** Waits for the page's own resources; `prepare` waits for anything else. */
export async function loaded(page: Page) {
  await page.waitForLoadState('load')
}

/** Waits until no request is pending. */
async function idle(page: Page) {
  await page.waitForLoadState('networkidle')
}
