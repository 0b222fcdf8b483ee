import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectToast } from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'
import { north } from '../../testing/people.ts'
import { CLARA, clientBox, openProjects, PROJECTS, submit, withProjects } from '../../testing/project-scene.ts'

const ID = 'd0000000-0000-4000-8000-000000000001'

async function openEdit(project: Record<string, unknown>) {
  const portal = openProjects(withProjects([{ id: ID, ...project }]), { at: `/${ID}` })
  await reopen()
  return { portal, backend: portal.backend }
}

async function reopen() {
  await edit().click()
  await expect.element(form()).toBeVisible()
}

const edit = () => page.getByRole('button', { name: 'Edit Project' })
const form = () => page.getByRole('dialog', { name: 'Edit Project' })
const field = (label: string) => form().getByLabelText(label)
const overview = () => page.getByRole('region', { name: 'Project Overview' })

it('[project-page.md#editing] changes every field, here and in the list', async () => {
  const { backend } = await openEdit({ name: 'Before', budget: 5 })
  await expectAccessible()
  expect(field('Assign To').length).toBe(0)
  await field('Project Name').fill('After')
  await field('Project Type').selectOptions('Maintenance')
  await field('Description').fill('Described')
  await field('Status').selectOptions('Completed')
  await field('Priority').selectOptions('Low')
  await field('Start Date').fill('2026-01-01')
  await field('Target Completion Date').fill('2026-02-01')
  await field('Actual Completion Date').fill('2026-02-02')
  await field('Budget ($)').fill('')
  await field('Requirements').fill('Required')
  await submit(form()).dblClick()
  await expectToast('Project updated')
  await expect.element(form()).not.toBeInTheDocument()
  await expect.element(edit()).toHaveFocus()
  const changes = backend.sent('PATCH', PROJECTS)
  expect(changes.map(({ query }) => query.id)).toEqual([`eq.${ID}`])
  expect(changes[0]?.body).toEqual({
    name: 'After',
    project_type: 'maintenance',
    description: 'Described',
    status: 'completed',
    priority: 'low',
    start_date: '2026-01-01',
    target_completion_date: '2026-02-01',
    actual_completion_date: '2026-02-02',
    budget: null,
    requirements: 'Required',
    client_id: CLARA,
    agency_id: north,
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'After' })).toBeVisible()
  await expect.element(overview()).toMatchTextContent('Feb 2, 2026')
  await page.getByRole('link', { name: 'Back to Projects' }).click()
  await expect.element(page.getByRole('table')).toMatchTextContent('After')
})

it.each([
  ['a name', () => field('Project Name').fill('  ')],
  ['a client', () => clientBox().fill('')],
  ['a type', () => field('Project Type').selectOptions('')],
])('needs %s', async (_what, spoil) => {
  await openEdit({ name: 'Needy' })
  await spoil()
  await submit(form()).click()
  await expectDestructiveToast('Error', 'Please fill in all required fields.')
  await form().getByRole('button', { name: 'Cancel' }).click()
  await reopen()
  await expect.element(field('Project Name')).toHaveValue('Needy')
})

it.each([
  ['a refusal', () => refusal('The shelf is full')],
  ['no answer', noAnswer],
])('says that it failed for %s and keeps what was typed', async (_what, answer) => {
  const { backend } = await openEdit({ name: 'Firm' })
  backend.answer('PATCH', PROJECTS, answer)
  await field('Project Name').fill('Soft')
  await submit(form()).click()
  await expectDestructiveToast('Error', 'Failed to update project. Please try again.')
  await expect.element(field('Project Name')).toHaveValue('Soft')
})

it('keeps what was typed over Escape and a reload', async () => {
  const { portal } = await openEdit({ name: 'Kept' })
  await field('Description').fill('Half a sentence')
  await userEvent.keyboard('{Escape}')
  await expect.element(form()).not.toBeInTheDocument()
  portal.reload()
  await reopen()
  await expect.element(field('Description')).toHaveValue('Half a sentence')
  await submit(form()).click()
  await expectToast('Project updated')
  await expect.element(overview()).toMatchTextContent('Half a sentence')
})

describe('an edit that would overwrite somebody else’s newer change', () => {
  async function outdated() {
    const { backend } = await openEdit({ name: 'Shared' })
    await field('Description').fill('Mine')
    const projects = backend.table('projects')
    projects.update(new URLSearchParams({ id: `eq.${ID}` }), { description: 'Theirs', priority: 'urgent' })
    await submit(form()).click()
    await expect.element(form().getByText(/someone else changed this project/i)).toBeVisible()
    return projects
  }

  it('is not saved unasked, and can give way', async () => {
    const { rows } = await outdated()
    expect(rows[0]).toMatchObject({ description: 'Theirs', priority: 'urgent' })
    await expectAccessible()
    await form().getByRole('button', { name: 'Discard My Changes' }).click()
    await expect.element(field('Description')).toHaveValue('Theirs')
    await expect.element(field('Priority')).toHaveValue('urgent')
  })

  it('can be saved knowingly', async () => {
    const { rows } = await outdated()
    await form().getByRole('button', { name: 'Keep My Changes' }).click()
    await expectToast('Project updated')
    await expect.element(overview()).toMatchTextContent('Mine')
    expect(rows[0]).toMatchObject({ description: 'Mine', priority: 'medium' })
  })
})

it('[projects.md#completing] completes a project with open steps, and says how many', async () => {
  await openEdit({ name: 'Website', project_type: 'maintenance', status: 'review', steps: 2, steps_done: 1 })
  await field('Status').selectOptions('Completed')
  await submit(form()).click()
  await expectToast('Project updated', '1 step is still open.')
})
