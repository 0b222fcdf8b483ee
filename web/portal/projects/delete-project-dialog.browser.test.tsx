import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectToast, row } from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'
import { openProjects, PROJECTS, title, withProjects } from '../../testing/project-scene.ts'

const GUS = 'd0000000-0000-4000-8000-000000000001'

async function ask() {
  const { backend } = openProjects(withProjects([{ id: GUS, name: 'Gus Gone' }, { name: 'Stan Stays' }]))
  await remove().click()
  await expect.element(question()).toMatchTextContent('Gus Gone')
  return backend
}

const remove = () => row('Gus Gone').getByRole('button', { name: 'Delete Gus Gone' })
const question = () => page.getByRole('alertdialog')
const confirm = () => question().getByRole('button', { name: 'Delete' })

it('asks first, and Cancel changes nothing', async () => {
  const backend = await ask()
  await expectAccessible()
  await question().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(remove()).toHaveFocus()
  expect(backend.sent('DELETE', PROJECTS)).toEqual([])
})

it('removes a project once, however often it is clicked, and goes on at the heading', async () => {
  const backend = await ask()
  await confirm().dblClick()
  await expectToast('Project deleted')
  await expect.element(title(1)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(backend.sent('DELETE', PROJECTS).map(({ query }) => query)).toEqual([{ id: `eq.${GUS}`, select: 'id' }])
  await expect.element(row('Stan Stays')).toBeVisible()
  await expect.element(row('Gus Gone')).not.toBeInTheDocument()
})

it.each([
  ['a refusal', () => refusal('The shelf is full')],
  ['no answer', noAnswer],
])('says that it failed for %s, and the project stays', async (_what, answer) => {
  const backend = await ask()
  backend.answer('DELETE', PROJECTS, answer)
  await confirm().click()
  await expectDestructiveToast('Error', 'Failed to delete project. Please try again.')
  await expect.element(row('Gus Gone')).toBeInTheDocument()
})
