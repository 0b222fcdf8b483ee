import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openProjects, title, withProjects } from '../../testing/project-scene.ts'

// The code of the forms is held back, as on a slow connection.
const forms = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('./save-view-dialog.tsx', (load) => forms.promise.then(() => load()))
vi.mock('./edit-view-dialog.tsx', (load) => forms.promise.then(() => load()))

it('[lists.md#views] what one looks for is found before the form has come that would save it as a view', async () => {
  const backend = withProjects([
    { name: 'Website', status: 'review' },
    { name: 'Logo', status: 'planning' },
  ])
  backend.table('saved_views').insert({ id: 'view-1', list: 'projects', name: 'Mine to do', query: 'status=planning' })
  openProjects(backend)
  await expect.element(title(2)).toBeVisible()
  await page.getByRole('searchbox').fill('logo')
  await expect.element(title(1)).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect.element(title(2)).toBeVisible()
  await page.getByRole('link', { name: 'Mine to do' }).click()
  await expect.element(title(1)).toBeVisible()
  forms.resolve()
  await expect.element(page.getByRole('button', { name: 'Edit the view Mine to do' })).toBeVisible()
})
