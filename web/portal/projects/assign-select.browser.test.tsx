import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast, phone, row } from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'
import { ana, ben, cleo, north, sol, south } from '../../testing/people.ts'
import {
  chooseClient,
  openAddDialog,
  openProjects,
  PROJECTS,
  submit,
  withProjects,
} from '../../testing/project-scene.ts'

const ID = 'd0000000-0000-4000-8000-000000000001'

/** Opens the list of projects as Sol, who may assign. Uma belongs to North but not to its staff. */
function open() {
  const elsewhere = { name: 'Elsewhere Eateries', agency_id: south }
  const backend = withProjects([{ id: ID, name: 'Whose' }], [elsewhere])
  for (const { id, name, agency_id, roles } of [
    ana,
    ben,
    cleo,
    { ...ben, id: ID, name: 'Uma Patel', roles: ['user'] },
  ]) {
    const user_roles = roles.map((role) => ({ role }))
    backend.table('user_profiles').insert({ id, display_name: name, agency_id, user_roles })
  }
  return openProjects(backend, { as: sol, at: `?agencyId=${north}` })
}

const select = () => row('Whose').getByRole('combobox', { name: 'Assign Whose to' })
const options = () => select().getByRole('option')

async function reachFor() {
  await expect.element(select()).toBeVisible()
  select().element().focus()
  await expectTexts(options(), ['Unassigned', 'Ana Reyes', 'Ben Carter'])
}

it('offers the staff of the project’s agency when somebody reaches for it, and stores the choice', async () => {
  const { backend } = open()
  // Only the current assignee is rendered as an option: a page of selects with all staff in each would be slow.
  await expectTexts(options(), ['Unassigned'])
  await reachFor()
  await select().selectOptions('Ben Carter')
  await expectToast('Assignment updated')
  await expect.element(select()).toHaveDisplayValue('Ben Carter')
  await select().selectOptions('Unassigned')
  await expect
    .poll(() => backend.sent('PATCH', PROJECTS).map(({ query, body }) => ({ query, body })))
    .toEqual([
      { query: { id: `eq.${ID}`, assigned_to: 'is.null', select: 'id' }, body: { assigned_to: ben.id } },
      { query: { id: `eq.${ID}`, assigned_to: `eq.${ben.id}`, select: 'id' }, body: { assigned_to: null } },
    ])
})

it.each([
  ['a refusal', () => refusal('The shelf is full')],
  ['no answer', noAnswer],
])('shows the choice at once, and takes it back on %s', async (_what, answer) => {
  const { backend } = open()
  await reachFor()
  const answered = Promise.withResolvers<void>()
  backend.answer('PATCH', PROJECTS, () => answered.promise.then(answer))
  await select().selectOptions('Ana Reyes')
  await expect.element(select()).toHaveDisplayValue('Ana Reyes')
  answered.resolve()
  await expectDestructiveToast('Error', 'Failed to update assignment. Please try again.')
  await expect.element(select()).toHaveDisplayValue('Unassigned')
})

it('ends with what was chosen last, however slow the first was', async () => {
  const { backend } = open()
  await reachFor()
  const slow = backend.hold('PATCH', PROJECTS)
  await select().selectOptions('Ana Reyes')
  await expect.poll(slow.held).toBe(1)
  await select().selectOptions('Unassigned')
  await expect.element(select()).toHaveDisplayValue('Unassigned')
  slow.open()
  await expectToast('Assignment updated')
  await expect.poll(() => backend.sent('PATCH', PROJECTS)).toHaveLength(2)
  await expect.poll(() => backend.table('projects').rows[0]).toMatchObject({ assigned_to: null })
})

it('offers in the dialog the staff of the chosen client’s agency, and sends who was chosen', async () => {
  const { backend } = open()
  const form = await openAddDialog()
  const assignTo = form.getByLabelText('Assign To')
  await expect.element(assignTo).toHaveAccessibleDescription('Choose a client first.')
  await form.getByLabelText('Project Name').fill('Assigned')
  await form.getByLabelText('Project Type').selectOptions('Maintenance')
  // The form offers clients of every agency, even if the list is narrowed to one.
  await chooseClient(form, 'Elsewhere')
  await expectTexts(assignTo.getByRole('option'), ['Unassigned', 'Cleo Martin'])
  await assignTo.selectOptions('Cleo Martin')
  await chooseClient(form, 'Clara')
  await expect.element(assignTo).toHaveValue('unassigned')
  await expectTexts(assignTo.getByRole('option'), ['Unassigned', 'Ana Reyes', 'Ben Carter'])
  await assignTo.selectOptions('Ana Reyes')
  await submit(form).click()
  await expectToast('Project created')
  expect(backend.sent('POST', PROJECTS)[0]?.body).toMatchObject({ agency_id: north, assigned_to: ana.id })
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1600, 900]],
])('is accessible on %s, with the dialog, too', async (_device, size) => {
  await page.viewport(...size)
  open()
  if (size === phone) await page.getByRole('button', { name: 'More about Whose' }).click()
  await expect.element(select()).toBeVisible()
  await expectAccessible()
  await openAddDialog()
  await expectAccessible()
})
