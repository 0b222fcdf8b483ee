import { expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast, row, rows } from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'
import { ben, north, sol, south } from '../../testing/people.ts'
import {
  CLARA,
  chooseClient,
  clientBox,
  openAddDialog,
  openProjects,
  PROJECTS,
  submit,
  title,
  withProjects,
} from '../../testing/project-scene.ts'

async function openDialog(...others: string[]) {
  const portal = openProjects(withProjects(others.map((name) => ({ name }))))
  await expect.element(title(others.length)).toBeVisible()
  return { portal, backend: portal.backend, form: await openAddDialog() }
}

async function fill(form: Locator, name: string) {
  await form.getByLabelText('Project Name').fill(name)
  await chooseClient(form, 'Clara')
  await form.getByLabelText('Project Type').selectOptions('Maintenance')
}

const budget = (form: Locator) => form.getByLabelText('Budget ($)')

it('starts in planning with medium priority, and sends every field, empty ones as null', async () => {
  const { backend, form } = await openDialog('Otto Old')
  await expect.element(form.getByLabelText('Status')).toHaveValue('planning')
  await expect.element(form.getByLabelText('Priority')).toHaveValue('medium')
  await expect.element(budget(form)).toHaveAttribute('step', '0.01')
  expect(form.getByLabelText('Assign To').length).toBe(0)
  await fill(form, '  Nell New ')
  await submit(form).click()
  await expectToast('Project created')
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Add Project' })).toHaveFocus()
  await expect.element(title(2)).toBeVisible()
  await expect.element(rows().first()).toMatchTextContent('Nell New')
  expect(backend.sent('POST', PROJECTS)[0]?.body).toEqual({
    name: 'Nell New',
    client_id: CLARA,
    agency_id: north,
    created_by: ben.id,
    project_type: 'maintenance',
    status: 'planning',
    priority: 'medium',
    description: null,
    start_date: null,
    target_completion_date: null,
    actual_completion_date: null,
    budget: null,
    requirements: null,
    assigned_to: null,
  })
})

it('is open, with the client chosen, where somebody comes from one', async () => {
  const portal = openProjects(withProjects([]), { at: `?new&client=${CLARA}` })
  const form = page.getByRole('dialog', { name: 'Add Project' })
  await expect.element(clientBox()).toHaveValue('Clara Client')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(portal.location).toBe('/dashboard/projects')
})

it('sends what was filled in', async () => {
  const { backend, form } = await openDialog()
  await fill(form, 'Full Folder')
  await form.getByLabelText('Project Type').selectOptions('AI Automation')
  await form.getByLabelText('Description').fill('First line\nsecond line')
  await form.getByLabelText('Status').selectOptions('On Hold')
  await form.getByLabelText('Priority').selectOptions('Urgent')
  await form.getByLabelText('Start Date').fill('2026-03-01')
  await form.getByLabelText('Target Completion Date').fill('2026-03-31')
  await budget(form).fill('1250.50')
  await form.getByLabelText('Requirements').fill('Two colours')
  await submit(form).click()
  await expectToast('Project created')
  expect(backend.sent('POST', PROJECTS)[0]?.body).toMatchObject({
    name: 'Full Folder',
    project_type: 'ai_automation',
    status: 'on_hold',
    priority: 'urgent',
    description: 'First line\nsecond line',
    requirements: 'Two colours',
    budget: 1250.5,
    start_date: '2026-03-01',
    target_completion_date: '2026-03-31',
  })
  await expect.element(row('Full Folder')).toMatchTextContent('$1,250.50')
  await expect.element(row('Full Folder')).toMatchTextContent('Mar 31, 2026')
})

it.each(['name', 'client', 'type', 'everything'])(
  'asks to fill in all required fields: without %s',
  async (missing) => {
    const { backend, form } = await openDialog()
    const isThere = (field: string) => missing !== field && missing !== 'everything'
    await form.getByLabelText('Project Name').fill(isThere('name') ? 'Somebody' : '   ')
    if (isThere('client')) await chooseClient(form, 'Clara')
    if (isThere('type')) await form.getByLabelText('Project Type').selectOptions('Maintenance')
    await submit(form).click()
    await expectDestructiveToast('Error', 'Please fill in all required fields.')
    await expect.element(form).toBeVisible()
    expect(backend.sent('POST', PROJECTS)).toEqual([])
  },
)

it('asks for a client with an agency where neither the client nor the person has one', async () => {
  const backend = withProjects([], [{ name: 'Nora Nobody', agency_id: null }])
  openProjects(backend, { as: { ...sol, agency_id: null } })
  const form = await openAddDialog()
  await fill(form, 'Nowhere')
  await chooseClient(form, 'Nora')
  await submit(form).click()
  await expectDestructiveToast('Error', 'Please select a client with an assigned agency.')
  await expect.element(form.getByLabelText('Project Name')).toHaveValue('Nowhere')
  expect(backend.sent('POST', PROJECTS)).toEqual([])
})

it('takes one’s own agency for a client without one', async () => {
  const backend = withProjects([], [{ name: 'Nora Nobody', agency_id: null }])
  // The list of a super admin is not narrowed to an agency.
  openProjects(backend, { as: sol })
  const form = await openAddDialog()
  await fill(form, 'Adopted')
  await chooseClient(form, 'Nora')
  await submit(form).click()
  await expectToast('Project created')
  expect(backend.sent('POST', PROJECTS)[0]?.body).toMatchObject({ agency_id: north })
})

it.each([
  ['a refusal', () => refusal('The shelf is full')],
  ['no answer', noAnswer],
])('says that it failed for %s and keeps what was typed', async (_what, answer) => {
  const { backend, form } = await openDialog()
  backend.answer('POST', PROJECTS, answer)
  await fill(form, 'Kim Kept')
  await submit(form).click()
  await expectDestructiveToast('Error', 'Failed to create project. Please try again.')
  await expect.element(form.getByLabelText('Project Name')).toHaveValue('Kim Kept')
  await expect.element(clientBox()).toHaveValue('Clara Client')
  await expect.element(submit(form)).toBeEnabled()
})

it('makes one project of a double click', async () => {
  const { backend, form } = await openDialog()
  await fill(form, 'Dee Double')
  await submit(form).dblClick()
  await expectToast('Project created')
  await expect.element(title(1)).toBeVisible()
  expect(backend.sent('POST', PROJECTS)).toHaveLength(1)
})

it('loses nothing by Escape or a reload, and everything by Cancel', async () => {
  const { portal, form } = await openDialog()
  await form.getByLabelText('Project Name').fill('Half Done')
  await chooseClient(form, 'Clara')
  await budget(form).fill('12.5')
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
  portal.reload()
  await openAddDialog()
  await expect.element(form.getByLabelText('Project Name')).toHaveValue('Half Done')
  await expect.element(clientBox()).toHaveValue('Clara Client')
  await expect.element(budget(form)).toHaveValue('12.5')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await openAddDialog()
  await expect.element(form.getByLabelText('Project Name')).toHaveValue('')
  await expect.element(clientBox()).toHaveValue('')
})

it('[projects.md#adding] keeps an amount as it was typed, and says how it is read', async () => {
  const { backend, form } = await openDialog()
  await fill(form, 'From Europe')
  await userEvent.type(budget(form), '1.250,00')
  await expect.element(budget(form)).toHaveAccessibleDescription('Saved as $1,250.00.')
  await submit(form).click()
  await expectToast('Project created')
  expect(backend.sent('POST', PROJECTS)[0]?.body).toMatchObject({ budget: 1250 })
})

it('says at the field what it refuses of a budget', async () => {
  const { form } = await openDialog()
  await fill(form, 'Picky')
  for (const [typed, said] of [
    ['1e', 'Enter an amount in dollars, like 1250.50.'],
    ['-5', 'A budget cannot be negative.'],
    ['10000000000', 'At most $9,999,999,999.99.'],
    ['1234.567', 'At most two decimals, like 1250.50.'],
    ['1.250', '“1.250” can be read in two ways. Write 1250 or 1.25.'],
  ] as const) {
    await userEvent.clear(budget(form))
    await userEvent.type(budget(form), typed)
    await submit(form).click()
    await expect.element(form.getByText(said)).toBeVisible()
    await expect.element(budget(form)).toHaveAccessibleDescription(said)
    await expect.element(budget(form)).toHaveFocus()
  }
})

it('says at the field what it refuses of dates in the wrong order or half written', async () => {
  const { form } = await openDialog()
  await fill(form, 'Picky')
  await budget(form).fill('9999999999.99')
  await form.getByLabelText('Start Date').fill('2026-03-02')
  await form.getByLabelText('Target Completion Date').fill('2026-03-01')
  await submit(form).click()
  await expect.element(form.getByText('The target date is before the start date.')).toBeVisible()
  await expectAccessible()

  await form.getByLabelText('Start Date').fill('')
  await userEvent.type(form.getByLabelText('Start Date'), '0231')
  await submit(form).click()
  await expect.element(form.getByText('Enter a whole date, with a year of four digits.')).toBeVisible()
  await form.getByLabelText('Start Date').fill('2026-02-28')
  await submit(form).click()
  await expectToast('Project created')
  await expect.element(row('Picky')).toMatchTextContent('$9,999,999,999.99')
})

it('[projects.md#adding] offers super admins the clients of an agency first, their own unless the list is narrowed', async () => {
  const backend = withProjects([], [{ id: 'c-bob', name: 'Bob of South', agency_id: south }])
  openProjects(backend, { as: sol, at: `?agencyId=${south}` })
  const form = await openAddDialog()
  const agency = form.getByLabelText('Agency')
  await expect.element(agency).toHaveValue(south)
  const offered = () => form.getByRole('listbox').getByRole('option')
  await clientBox().click()
  await expectTexts(offered(), ['Bob of SouthSouth Side Studio', 'Clara ClientNorth Street Marketing'])
  // The list of clients is still open.
  await agency.selectOptions('North Street Marketing')
  await expectTexts(offered(), ['Clara ClientNorth Street Marketing', 'Bob of SouthSouth Side Studio'])
  // Choosing a client sets the agency to the client's.
  await offered().last().click()
  await expect.element(agency).toHaveValue(south)
  await agency.selectOptions('North Street Marketing')
  await expect.element(agency).toHaveValue(north)
  await expect.element(clientBox()).toHaveValue('')
})
