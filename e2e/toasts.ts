import { expect, type Page } from '@playwright/test'

/** A toast of this title and, where one is given, exactly this text. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  await expect(toast(page, 'status', title, description)).toBeVisible()
}

/** The same for bad news, which interrupts a screen reader where good news waits its turn. */
export async function expectDestructiveToast(page: Page, title: string, description?: string): Promise<void> {
  await expect(toast(page, 'alert', title, description)).toBeVisible()
}

function toast(page: Page, urgency: 'status' | 'alert', title: string, description: string | undefined) {
  // "Also behind a modal dialog", which hides all but live regions from assistive technology.
  const titled = page
    .getByRole('region', { name: 'Notifications', includeHidden: true })
    .getByRole(urgency, { includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
    .filter({ has: page.getByText(title, { exact: true }) })
  return (
    description === undefined ? titled : titled.filter({ has: page.getByText(description, { exact: true }) })
  ).last()
}
