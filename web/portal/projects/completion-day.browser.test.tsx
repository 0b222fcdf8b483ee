import { expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { today } from '../../lib/today.ts'
import { expectAccessible, expectToast } from '../../testing/expect.ts'
import {
  chooseClient,
  openAddDialog,
  openProjects,
  PROJECTS,
  submit,
  withProjects,
} from '../../testing/project-scene.ts'

const ID = 'd0000000-0000-4000-8000-000000000001'
const ASKED = 'When was it completed? Optional.'
const EMPTIED = 'Cleared, since it is no longer completed.'

async function openEdit(project: Record<string, unknown>) {
  const portal = openProjects(withProjects([{ id: ID, name: 'Website', ...project }]), { at: `/${ID}` })
  await page.getByRole('button', { name: 'Edit Project' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Project' })
  await expect.element(day(form)).toBeVisible()
  return { portal, backend: portal.backend, form }
}

const status = (form: Locator) => form.getByLabelText('Status')
const day = (form: Locator) => form.getByLabelText('Actual Completion Date')

it('[projects.md#completing] asks when a project was completed that becomes it, with today filled in', async () => {
  const { backend, form } = await openEdit({ status: 'review' })
  await status(form).selectOptions('Completed')
  await expect.element(day(form)).toHaveValue(today())
  await expect.element(day(form)).toHaveAccessibleDescription(ASKED)
  await expect.element(form.getByRole('status')).toMatchTextContent(/^Actual Completion Date: \w{3} \d+, \d{4}$/)
  await expectAccessible()
  await submit(form).click()
  await expectToast('Project updated')
  const [change] = backend.sent('PATCH', PROJECTS)
  expect(change?.body).toMatchObject({ status: 'completed', actual_completion_date: today() })
})

it('[projects.md#completing] is stored without a day by whoever empties it', async () => {
  const { backend, form } = await openEdit({ status: 'review' })
  await status(form).selectOptions('Completed')
  await day(form).fill('')
  await submit(form).click()
  await expectToast('Project updated')
  const [change] = backend.sent('PATCH', PROJECTS)
  expect(change?.body).toMatchObject({ status: 'completed', actual_completion_date: null })
})

it('[projects.md#completing] empties the day of one that is taken back, and says so', async () => {
  const { backend, form } = await openEdit({ status: 'completed', actual_completion_date: '2026-03-01' })
  await expect.element(day(form)).not.toHaveAccessibleDescription(/./)
  await status(form).selectOptions('In Progress')
  await expect.element(day(form)).toHaveValue('')
  await expect.element(day(form)).toHaveAccessibleDescription(EMPTIED)
  await expectAccessible()
  await status(form).selectOptions('Completed')
  await expect.element(day(form)).toHaveValue('2026-03-01')
  await status(form).selectOptions('On Hold')
  await submit(form).click()
  await expectToast('Project updated')
  const [change] = backend.sent('PATCH', PROJECTS)
  expect(change?.body).toMatchObject({ status: 'on_hold', actual_completion_date: null })
})

it('still says that it was emptied after a reload', async () => {
  const { portal, form } = await openEdit({ status: 'completed', actual_completion_date: '2026-03-01' })
  await status(form).selectOptions('Review')
  portal.reload()
  await page.getByRole('button', { name: 'Edit Project' }).click()
  await expect.element(day(form)).toHaveAccessibleDescription(EMPTIED)
  await status(form).selectOptions('Completed')
  await expect.element(day(form)).toHaveValue('2026-03-01')
})

it('keeps a day that stands there, and puts none there before the project starts', async () => {
  const { form } = await openEdit({ status: 'review', start_date: '2999-01-01', actual_completion_date: '2999-02-01' })
  await status(form).selectOptions('Completed')
  await expect.element(day(form)).toHaveValue('2999-02-01')
  await day(form).fill('')
  await status(form).selectOptions('Review')
  await status(form).selectOptions('Completed')
  await expect.element(day(form)).toHaveValue('')
  await expect.element(day(form)).toHaveAccessibleDescription(ASKED)
})

it('[projects.md#completing] asks of a new project only where it is completed already', async () => {
  const { backend } = openProjects(withProjects())
  const form = await openAddDialog()
  expect(day(form).length).toBe(0)
  await form.getByLabelText('Project Name').fill('Done before')
  await chooseClient(form, 'Clara')
  await form.getByLabelText('Project Type').selectOptions('Maintenance')
  await status(form).selectOptions('Completed')
  await expect.element(day(form)).toHaveValue(today())
  await status(form).selectOptions('Planning')
  await expect.element(day(form)).not.toBeInTheDocument()
  await status(form).selectOptions('Completed')
  await day(form).fill('2026-02-02')
  await submit(form).click()
  await expectToast('Project created')
  const [added] = backend.sent('POST', PROJECTS)
  expect(added?.body).toMatchObject({ status: 'completed', actual_completion_date: '2026-02-02' })
})
