import { ana, ben, sol } from '../people.ts'
import { askToDelete, openFirst, openFirstAndPress, press, type Scene, settled } from './scene.ts'

/** Screenshots of clients and projects. */
export const workScenes: Scene[] = [
  { name: 'clients', path: '/dashboard/clients', person: ana },
  { name: 'clients-top', path: '/dashboard/clients', person: ana, isWindowOnly: true },
  {
    name: 'clients-nothing-found',
    path: '/dashboard/clients',
    person: ana,
    async prepare(page) {
      await page.getByRole('searchbox').fill('nothing like it')
      await page.getByText('No clients found.').waitFor()
    },
  },
  {
    name: 'add-client',
    path: '/dashboard/clients',
    person: ana,
    isWindowOnly: true,
    prepare: (page) => page.getByRole('button', { name: 'Add Client' }).click(),
  },
  {
    name: 'delete-client',
    path: '/dashboard/clients',
    person: ana,
    isWindowOnly: true,
    prepare: askToDelete,
  },
  { name: 'client', path: '/dashboard/clients?search=Bright+Smile', person: ben, prepare: openFirst },
  {
    name: 'client-top',
    path: '/dashboard/clients?search=Harbor+Bakery',
    person: ben,
    isWindowOnly: true,
    prepare: openFirst,
  },
  {
    name: 'client-updates',
    path: '/dashboard/clients?search=Harbor+Bakery',
    person: ben,
    isWindowOnly: true,
    async prepare(page) {
      await openFirst(page)
      await settled(page)
      await page.getByRole('button', { name: /Box with lighthouse/ }).scrollIntoViewIfNeeded()
      await page
        .getByText('Two box designs to choose from')
        .evaluate((title) => title.scrollIntoView({ block: 'center' }))
    },
  },
  // This scene comes after those of the client's page, which would show the new link.
  {
    name: 'for-client-top',
    path: '/dashboard/clients?search=Harbor+Bakery',
    person: ben,
    isWindowOnly: true,
    async prepare(page) {
      await openFirstAndPress(page, 'Make Link')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Maria’s phone')
      await dialog.getByRole('button', { name: 'Make Link' }).click()
      await page.goto(await dialog.getByLabel('Address').inputValue())
    },
  },
  {
    name: 'client-edited',
    path: '/dashboard/clients',
    person: ana,
    prepare: (page) => openFirstAndPress(page, 'Edit Client'),
  },
  {
    name: 'add-note',
    path: '/dashboard/clients',
    person: ana,
    isWindowOnly: true,
    prepare: (page) => openFirstAndPress(page, 'Add Note'),
  },
  { name: 'client-not-found', path: '/dashboard/clients/5f6b8c1e-0000-4000-8000-000000000000', person: ana },
  { name: 'projects', path: '/dashboard/projects', person: ana },
  { name: 'projects-top', path: '/dashboard/projects', person: ana, isWindowOnly: true },
  { name: 'projects-super-admin', path: '/dashboard/projects', person: sol },
  { name: 'projects-filtered', path: '/dashboard/projects?search=care&status=in_progress', person: ana },
  {
    name: 'projects-nothing-found',
    path: '/dashboard/projects?search=nothing+like+it',
    person: ana,
  },
  {
    name: 'add-project',
    path: '/dashboard/projects',
    person: sol,
    isWindowOnly: true,
    async prepare(page) {
      await press('Add Project')(page)
      await page.getByRole('combobox', { name: 'Client', exact: true }).fill('h')
      await page.getByRole('listbox', { name: 'Clients' }).getByRole('option').first().waitFor()
    },
  },
  { name: 'project', path: '/dashboard/projects?search=online+ordering', person: ana, prepare: openFirst },
  {
    name: 'edit-project',
    path: '/dashboard/projects?search=online+ordering',
    person: ana,
    isWindowOnly: true,
    prepare: (page) => openFirstAndPress(page, 'Edit Project'),
  },
  {
    name: 'delete-project',
    path: '/dashboard/projects',
    person: ana,
    isWindowOnly: true,
    prepare: askToDelete,
  },
  { name: 'project-not-found', path: '/dashboard/projects/5f6b8c1e-0000-4000-8000-000000000000', person: ana },
]
