import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { row, rows } from '../../testing/expect.ts'
import { openProjects, PROJECTS, title, withProjects } from '../../testing/project-scene.ts'

const BACK = 'd0000000-0000-4000-8000-000000000001'
const projects = [
  { name: 'Percy 100% Fresh' },
  { name: 'Zoë Ärger', status: 'on_hold', project_type: 'graphic_design' },
  { id: BACK, name: 'Backslash', status: 'on_hold', project_type: 'maintenance' },
]

const search = () => page.getByRole('searchbox', { name: 'Search projects' })
const filter = (name: string) => page.getByRole('combobox', { name })
const noMatch = () => page.getByText('No projects match your search criteria.')

it('searches as one types, and all of it can be cleared', async () => {
  openProjects(withProjects(projects))
  await search().fill('  ZOË ä ')
  await expect.element(title(1)).toBeVisible()
  await expect.element(row('Zoë Ärger')).toBeVisible()
  await search().fill('nothing like it')
  await expect.element(noMatch()).toBeVisible()
  await page.getByRole('button', { name: /clear/i }).click()
  await expect.element(title(3)).toBeVisible()
  await expect.element(search()).toHaveValue('')
})

it('ends with what was typed last, whatever answers last', async () => {
  const backend = withProjects([{ name: 'Early Bird' }, { name: 'Late Owl' }])
  const slow = backend.hold('GET', PROJECTS, ({ query }) => query.search_text === 'like.%early%')
  openProjects(backend)
  await expect.element(title(2)).toBeVisible()
  await search().fill('early')
  await expect.poll(slow.held).toBe(1)
  await search().fill('late')
  await expect.element(rows()).toHaveLength(1)
  slow.open()
  await expect.element(row('Late Owl')).toBeVisible()
  await expect.element(row('Early Bird')).not.toBeInTheDocument()
})

it('narrows by status and type, on the server and in the address, and keeps both on reloading', async () => {
  const portal = openProjects(withProjects(projects))
  await expect.element(title(3)).toBeVisible()
  await filter('Status').selectOptions('On Hold')
  await expect.element(title(2)).toBeVisible()
  expect(portal.backend.sent('GET', PROJECTS).at(-1)?.query).toMatchObject({
    status: 'eq.on_hold',
    order: 'created_at.desc,id.asc',
  })
  await filter('Type').selectOptions('Graphic Design')
  await expect.element(title(1)).toBeVisible()
  await expect.poll(() => portal.location).toBe('/dashboard/projects?status=on_hold&type=graphic_design')
  portal.reload()
  await expect.element(row('Zoë Ärger')).toBeVisible()
  await expect.element(title(1)).toBeVisible()
  await filter('Status').selectOptions('Completed')
  await expect.element(noMatch()).toBeVisible()
})

it('narrows to projects of which an open step is overdue, in the address and as a view', async () => {
  const portal = openProjects(
    withProjects([
      { name: 'Late', steps: 2, next_step_on: '2020-01-02' },
      { name: 'Late but over', steps: 2, next_step_on: '2020-01-02', status: 'completed' },
      { name: 'In time', steps: 2, next_step_on: '2999-01-02' },
      { name: 'Without a day', steps: 2 },
    ]),
  )
  await expect.element(title(4)).toBeVisible()
  await filter('Steps').selectOptions('Has overdue steps')
  await expect.element(title(1)).toBeVisible()
  await expect.element(row('Late')).toBeVisible()
  await expect.poll(() => portal.location).toBe('/dashboard/projects?steps=overdue')
  await expect.element(page.getByRole('button', { name: 'Save View' })).toBeVisible()
  portal.reload()
  await expect.element(title(1)).toBeVisible()
})

it('are kept on the way to a project and back', async () => {
  const address = '?status=on_hold&search=back'
  const portal = openProjects(withProjects(projects), { at: address })
  await row('Backslash')
    .getByRole('link', { name: /^View Details of/ })
    .click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Backslash' })).toBeVisible()
  await expect.poll(() => portal.location).toBe(`/dashboard/projects/${BACK}`)
  await page.getByRole('link', { name: 'Back to Projects' }).click()
  await expect.element(search()).toHaveValue('back')
  await expect.poll(() => portal.location).toBe(`/dashboard/projects${address}`)
  await expect.element(title(1)).toBeVisible()
})
