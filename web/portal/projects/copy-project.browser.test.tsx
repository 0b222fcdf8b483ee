import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { process } from '../../agency.ts'
import { addDays, today } from '../../lib/today.ts'
import { expectAccessible, expectDestructiveToast, expectToast, row } from '../../testing/expect.ts'
import { type FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ben, north } from '../../testing/people.ts'
import {
  chooseClient,
  openAddDialog,
  openProjects,
  PROJECTS,
  submit,
  withProjects,
} from '../../testing/project-scene.ts'

const STEPS = '/rest/v1/project_steps'
const SOURCE = 'f0000000-0000-4000-8000-000000000001'

const step = { assigned_to: null, due_on: null, repeats: null, repeats_step: null }
const withSource = (columns: object = {}) => {
  const backend = withProjects([
    {
      id: SOURCE,
      name: 'Website',
      project_type: 'maintenance',
      description: 'A new site',
      start_date: '2026-03-01',
      target_completion_date: '2026-03-31',
      steps: 3,
      all_steps: [
        { ...step, id: 'a', title: 'Pictures', due_on: '2026-03-02', assigned_to: ben.id, position: 1 },
        { ...step, id: 'b', title: 'Texts', due_on: '2026-03-28', assigned_to: 'somebody who left', position: 2 },
        { ...step, id: 'c', title: 'Launch', position: 3 },
      ],
      ...columns,
    },
  ])
  backend
    .table('user_profiles')
    .insert({ id: ben.id, agency_id: north, display_name: 'Ben Oak', user_roles: [{ role: 'agency_staff' }] })
  return backend
}
const dialog = () => page.getByRole('dialog', { name: 'Copy Project' })
const sentSteps = (backend: FakeBackend) => backend.sent('POST', STEPS)[0]?.body

async function openCopy(backend: FakeBackend, at = '') {
  // In a wide window the rows of the list have the button, too.
  await page.viewport(1600, 900)
  const portal = openProjects(backend, { at })
  await page
    .getByRole('button', { name: /^Copy Project/ })
    .first()
    .click()
  await expect.element(dialog().getByLabelText('Project Name')).toHaveValue('Website')
  return portal
}

it('[projects.md#beginning-with-steps] copies a project fourteen days later, with all days as much later and nobody who left', async () => {
  const backend = withSource()
  const portal = await openCopy(backend, `/${SOURCE}`)
  await expect.element(dialog().getByLabelText('Start Date')).toHaveValue(today())
  await expect.element(dialog().getByLabelText('Target Completion Date')).toHaveValue(addDays(today(), 30))
  await expectAccessible()
  await dialog().getByLabelText('Start Date').fill('2026-03-15')
  await expect.element(dialog().getByLabelText('Target Completion Date')).toHaveValue('2026-04-14')
  await dialog().getByRole('button', { name: 'Copy Project' }).click()
  await expectToast('Project created')
  const copy = backend.table('projects').rows.find(({ id }) => id !== SOURCE)
  expect(copy).toMatchObject({
    name: 'Website',
    description: 'A new site',
    status: 'planning',
    start_date: '2026-03-15',
  })
  const columns = { project_id: copy?.id, assigned_to: null, repeats: null }
  expect(sentSteps(backend)).toEqual([
    { ...columns, title: 'Pictures', due_on: '2026-03-16', assigned_to: ben.id, position: 1 },
    { ...columns, title: 'Texts', due_on: '2026-04-11', position: 2 },
    { ...columns, title: 'Launch', due_on: null, position: 3 },
  ])
  await expect.poll(() => portal.location).toBe(`/dashboard/projects/${copy?.id}`)
})

it('[projects.md#beginning-with-steps] leaves a target date that was set', async () => {
  await openCopy(withSource())
  await dialog().getByLabelText('Target Completion Date').fill('2030-01-31')
  await dialog().getByLabelText('Start Date').fill('2026-03-15')
  await expect.element(dialog().getByLabelText('Target Completion Date')).toHaveValue('2030-01-31')
})

it('[projects.md#beginning-with-steps] adds a project with the four steps of the process', async () => {
  const { backend } = openProjects(withSource())
  const form = await openAddDialog()
  await form.getByLabelText('Project Name').fill('Shop')
  await chooseClient(form, 'Clara')
  await form.getByLabelText('Project Type').selectOptions('Maintenance')
  await form.getByLabelText('Begin With').selectOptions('The four steps of our process')
  await submit(form).click()
  await expectToast('Project created')
  const project_id = backend.table('projects').rows[0]?.id
  expect(sentSteps(backend)).toEqual(process.map(({ name }) => ({ title: name, project_id })))
  expect(process).toHaveLength(4)
})

it('[projects.md#beginning-with-steps] adds one with the steps of another project, which has to be chosen', async () => {
  const { backend } = openProjects(withSource())
  const form = await openAddDialog()
  await form.getByLabelText('Project Name').fill('Shop')
  await chooseClient(form, 'Clara')
  await form.getByLabelText('Project Type').selectOptions('Maintenance')
  await form.getByLabelText('Start Date').fill('2026-03-08')
  await form.getByLabelText('Begin With').selectOptions('The steps of another project')
  await submit(form).click()
  await expect.element(form.getByText('Choose a project.')).toBeVisible()
  await form.getByRole('combobox', { name: 'Steps Of' }).fill('web')
  await form.getByRole('option', { name: /^Website/ }).click()
  await submit(form).click()
  await expectToast('Project created')
  expect(sentSteps(backend)).toMatchObject([{ due_on: '2026-03-09' }, { due_on: '2026-04-04' }, { due_on: null }])
})

it('[projects.md#beginning-with-steps] says when the project is there and its steps are not', async () => {
  const backend = withSource()
  backend.answer('POST', STEPS, () => refusal('No'))
  await openCopy(backend)
  await dialog().getByRole('button', { name: 'Copy Project' }).click()
  await expectDestructiveToast('Steps not added', 'The project is there without them. Add them on its page.')
  expect(backend.sent('POST', PROJECTS)).toHaveLength(1)
  await expect.element(row('Website').first()).not.toBeInTheDocument()
})
