import axe from 'axe-core'
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

/** Expects a toast with this title and, where one is given, exactly this text. */
export const expectToast = (title: string, description?: string) => expectNotice('status', title, description)

/** Expects an error toast, which interrupts a screen reader where other toasts wait for their turn. */
export const expectDestructiveToast = (title: string, description?: string) => expectNotice('alert', title, description)

async function expectNotice(urgency: 'status' | 'alert', title: string, description: string | undefined) {
  // The toast is found even behind a modal dialog, which hides everything but live regions from assistive technology.
  const titled = page
    .getByRole('region', { name: 'Notifications', includeHidden: true })
    .getByRole(urgency, { includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
    .filter({ has: page.getByText(title) })
  const toast = description === undefined ? titled : titled.filter({ has: page.getByText(description) })
  await expect.element(toast.last()).toBeVisible()
}

/** Returns the rows of the list on the screen, without the header row. */
export const rows = () =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell'), hasNot: page.getByRole('columnheader') })

export const row = (name: string) => rows().filter({ has: page.getByText(name) })

/** Expects exactly these texts of the found elements, in this order. */
export const expectTexts = (found: Locator, texts: readonly string[]) =>
  expect.poll(() => found.elements().map((element) => element.textContent.trim())).toEqual(texts)

/** Expects no violation of any axe rule on the page as it stands. */
export async function expectAccessible() {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
  expect(found).toEqual([])
}

/**
 * Returns how many pixels the page is wider than the window. On every screen that is 0, since nobody should have to
 * scroll sideways.
 */
export const horizontalOverflow = () => document.documentElement.scrollWidth - window.innerWidth

/** A phone's window: below 768 px the portal is laid out for thumbs. */
export const phone: [width: number, height: number] = [390, 844]

export const phoneAndDesktop: { device: string; size: [width: number, height: number] }[] = [
  { device: 'a phone', size: phone },
  { device: 'a desktop', size: [1280, 800] },
]
