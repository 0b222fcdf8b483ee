import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** A toast of this title and, where one is given, exactly this text. */
export const expectToast = (title: string, description?: string) => expectNotice('status', title, description)

/** The same for bad news, which interrupts a screen reader where good news waits its turn. */
export const expectDestructiveToast = (title: string, description?: string) => expectNotice('alert', title, description)

async function expectNotice(urgency: 'status' | 'alert', title: string, description: string | undefined) {
  // "Also behind a modal dialog", which hides all but live regions from assistive technology.
  const titled = page
    .getByRole('region', { name: 'Notifications', includeHidden: true })
    .getByRole(urgency, { includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
    .filter({ has: page.getByText(title) })
  const told = description === undefined ? titled : titled.filter({ has: page.getByText(description) })
  await expect.element(told.last()).toBeVisible()
}

/** The rows of the list on the screen, without the one of headings. */
export const rows = () =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

export const row = (name: string) => rows().filter({ has: page.getByText(name) })
