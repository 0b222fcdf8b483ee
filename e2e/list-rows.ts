import type { Page } from '@playwright/test'

/** The rows of the list on the screen, without the headings. */
export const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell'), hasNot: page.getByRole('columnheader') })

export const row = (page: Page, name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) })
