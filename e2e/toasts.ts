import { expect, type Page } from '@playwright/test'

/** Expects a toast with this title and, if given, exactly this text. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  await expect(toast(page, 'status', title, description)).toBeVisible()
}

/** Expects a toast of an error, which interrupts a screen reader, unlike one of success. */
export async function expectDestructiveToast(page: Page, title: string, description?: string): Promise<void> {
  await expect(toast(page, 'alert', title, description)).toBeVisible()
}

function toast(page: Page, urgency: 'status' | 'alert', title: string, description: string | undefined) {
  // Toasts are found behind a modal dialog too, which hides everything but live regions from assistive technology.
  const titled = page
    .getByRole('region', { name: 'Notifications', includeHidden: true })
    .getByRole(urgency, { includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
    .filter({ has: page.getByText(title, { exact: true }) })
  return (
    description === undefined ? titled : titled.filter({ has: page.getByText(description, { exact: true }) })
  ).last()
}
