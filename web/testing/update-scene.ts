import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { openClient, WEBSITE, withClara } from './client-scene.ts'
import { withStorage } from './fake-storage.ts'
import type { Row } from './fake-table.ts'

export const UPDATES = '/rest/v1/project_updates'
export const ATTACHMENTS = '/rest/v1/client_update_attachments'

/** Opens the page of a client with the project Website and a form for an update with files. */
export async function openForm(projects: Row[] = []) {
  const backend = withClara({ id: WEBSITE, name: 'Website' }, ...projects)
  const stored = withStorage(backend)
  const portal = openClient(backend)
  await expect.element(submit()).toBeVisible()
  return { backend, stored, portal }
}

export async function fill({ project = 'Website', title = 'Menu is done', content = 'All of it.' } = {}) {
  await field('Project').selectOptions(project)
  await field('Title').fill(title)
  await field('Content').fill(content)
}

export const picture = (name = 'photo.png') => new File(['PNG'], name, { type: 'image/png' })
export const table = (name = 'sales.csv', text = 'day,loaves\nMonday,40\n') =>
  new File([text], name, { type: 'text/csv' })

export const form = () => page.getByRole('form', { name: 'Create update' })
export const field = (label: string) => form().getByLabelText(label)
export const chosen = () => form().getByRole('listitem')
export const submit = () => form().getByRole('button', { name: /^(Create Update|Creating\.\.\.)$/ })
export const history = () => page.getByRole('region', { name: 'Update History' })
export const titles = () => history().getByRole('heading', { level: 4 })
export const item = (title: string) =>
  history()
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title }) })

/** Chooses files inside the page: passing ten megabytes into it would take longer than the test. */
export function choose(...files: File[]): void {
  const input = field('Attachments').element()
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no place for files.')
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
