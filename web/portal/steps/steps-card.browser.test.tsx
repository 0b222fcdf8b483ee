import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dragWithMouse } from '../../testing/drag.ts'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
} from '../../testing/expect.ts'
import type { FakeBackend } from '../../testing/fake-backend.ts'
import { ana, ben } from '../../testing/people.ts'
import { openProjects, withProjects } from '../../testing/project-scene.ts'

const STEPS = '/rest/v1/project_steps'
const PROJECT = 'f0000000-0000-4000-8000-000000000001'

function withSteps(...steps: Record<string, unknown>[]): FakeBackend {
  const backend = withProjects([{ id: PROJECT, name: 'Website' }])
  for (const [index, step] of steps.entries()) {
    backend.table('project_steps').insert({ project_id: PROJECT, position: index + 1, assignee: null, ...step })
  }
  return backend
}

const open = (backend: FakeBackend) => openProjects(backend, { as: ana, at: `/${PROJECT}` })
const card = () => page.getByRole('region', { name: 'Steps' })
const titles = () => card().getByRole('checkbox')
const expectTicks = (...names: string[]) =>
  expect
    .poll(() =>
      titles()
        .elements()
        .map((tick) => tick.getAttribute('aria-label')),
    )
    .toEqual(names)
const field = () => card().getByLabelText('New step')

it('[project-page.md#steps] are listed in their order, with how many are done and which are late', async () => {
  open(
    withSteps(
      { title: 'Pictures', is_done: true },
      { title: 'Texts', due_on: '2020-01-02', assigned_to: ben.id, assignee: { display_name: 'Ben Oak' } },
    ),
  )
  await expect.element(card().getByText('1 of 2')).toBeVisible()
  await expect.element(titles()).toHaveLength(2)
  await expect.element(titles().first()).toBeChecked()
  await expect.element(card().getByText(', overdue')).toBeInTheDocument()
  await expect.element(card().getByLabelText('Person for Texts')).toHaveValue(ben.id)
  await expectAccessible()
})

it('[project-page.md#steps] says what to do where there is none', async () => {
  open(withSteps())
  await expect.element(card().getByText('No steps yet. What has to be done?')).toBeVisible()
})

it('[project-page.md#steps] become of pasted lines, a step each', async () => {
  const { backend } = open(withSteps())
  await field().click()
  const data = new DataTransfer()
  data.setData('text/plain', '- Pictures\n- Texts\n\n- Launch')
  field()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  await expectToast('3 steps added')
  expect(backend.sent('POST', STEPS)[0]?.body).toEqual(
    ['Pictures', 'Texts', 'Launch'].map((title) => ({ project_id: PROJECT, title })),
  )
})

it('[project-page.md#steps] are added one by one with Enter, and a refused title stays to be shortened', async () => {
  const { backend } = open(withSteps())
  await field().fill('x'.repeat(201))
  await userEvent.keyboard('{Enter}')
  await expect.element(card().getByRole('alert')).toMatchTextContent('A step can have up to 200 characters.')
  expect(backend.sent('POST', STEPS)).toEqual([])
  await field().fill('  Pictures ')
  await userEvent.keyboard('{Enter}')
  await expectToast('Step added')
  expect(backend.sent('POST', STEPS)[0]?.body).toEqual([{ project_id: PROJECT, title: 'Pictures' }])
  await expect.element(field()).toHaveValue('')
})

it('[project-page.md#steps] are ticked, which can be undone', async () => {
  const { backend } = open(withSteps({ title: 'Pictures' }))
  await titles().click()
  await expectToast('Step done', 'Pictures')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast('Step reopened')
  expect(backend.sent('PATCH', STEPS).map(({ body }) => body)).toEqual([{ is_done: true }, { is_done: false }])
})

it('[project-page.md#steps] are renamed, dated, given to a colleague and moved by the keyboard', async () => {
  const { backend } = open(withSteps({ title: 'Pictures' }, { title: 'Texts' }))
  await card().getByRole('button', { name: 'Rename: Pictures' }).click()
  await userEvent.keyboard('{Control>}a{/Control}Better pictures{Enter}')
  await card().getByRole('button', { name: 'Day of Texts: No day' }).click()
  await card().getByLabelText('Day of Texts').fill('2027-01-31')
  await userEvent.keyboard('{Enter}')
  await card().getByLabelText('Person for Texts').selectOptions('Nobody')
  titles().nth(1).element().focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect
    .poll(() => backend.sent('PATCH', STEPS).map(({ body }) => body))
    .toEqual([{ title: 'Better pictures' }, { due_on: '2027-01-31' }, { assigned_to: null }, { position: 0 }])
})

it('[project-page.md#steps] keep what a colleague changes while a field is open, typed into or not', async () => {
  const backend = withSteps({ title: 'Pictures', due_on: '2027-01-31' }, { title: 'Texts' })
  open(backend)
  const renamed = (title: string) => card().getByRole('button', { name: `Rename: ${title}` })
  /** Changes the first step. Ticking the other one by a script reads the steps again, and takes no focus from the field. */
  async function changeMeanwhile(change: { title: string; due_on?: string }) {
    const [step] = backend.table('project_steps').rows.filter(({ title }) => title !== 'Texts')
    backend.table('project_steps').update(new URLSearchParams({ id: `eq.${step?.id}` }), change)
    const other = card().getByRole('checkbox', { name: 'Texts' }).element()
    if (other instanceof HTMLElement) other.click()
    await expectTicks(change.title, 'Texts')
  }
  const leave = () => page.getByRole('heading', { name: 'Steps' }).click()

  await renamed('Pictures').click()
  await changeMeanwhile({ title: 'Photos' })
  await leave()
  await renamed('Photos').click()
  await changeMeanwhile({ title: 'Videos' })
  await userEvent.keyboard('{Control>}a{/Control}Drawings')
  await leave()
  await expectDestructiveToast('Step not changed', 'A colleague has changed it since.')
  await card()
    .getByRole('button', { name: /^Day of Videos/ })
    .click()
  await changeMeanwhile({ title: 'Films', due_on: '2027-02-20' })
  await leave()
  await expect.element(card().getByRole('button', { name: /^Day of Films/ })).toMatchTextContent('Feb 20')
  const sent = backend.sent('PATCH', STEPS).map(({ body }) => body)
  expect(sent.filter((body) => !JSON.stringify(body).includes('is_done'))).toEqual([{ title: 'Drawings' }])
})

it('[what-people-type.md#too-long] keeps a title that is too long, and says so', async () => {
  const { backend } = open(withSteps({ title: 'Pictures' }))
  await card().getByRole('button', { name: 'Rename: Pictures' }).click()
  const title = card().getByRole('textbox', { name: 'Title of Pictures' })
  title.element().focus()
  // Typed text and not a set value, which no browser cuts.
  document.execCommand('selectAll')
  document.execCommand('insertText', false, 'x'.repeat(201))
  await userEvent.keyboard('{Enter}')
  await expect.element(card().getByRole('alert')).toMatchTextContent('A step can have up to 200 characters.')
  await expect.element(title).toHaveValue('x'.repeat(201))
  expect(backend.sent('PATCH', STEPS)).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(card().getByRole('button', { name: 'Rename: Pictures' })).toBeVisible()
})

it('[project-page.md#steps] are dragged by their handle, with the mouse and by keyboard', async () => {
  const { backend } = open(withSteps({ title: 'Pictures' }, { title: 'Texts' }, { title: 'Launch' }))
  const grip = (title: string) => card().getByRole('button', { name: `Move ${title}` })
  await expect.element(grip('Launch')).toBeVisible()
  card().element().scrollIntoView({ block: 'center' })
  await dragWithMouse(grip('Pictures'), grip('Launch'))
  await expectTicks('Texts', 'Launch', 'Pictures')
  grip('Pictures').element().focus()
  for (const key of [' ', '{ArrowUp}', '{ArrowUp}', ' ']) {
    await userEvent.keyboard(key)
    // The library listens to the next key after a frame.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await expectTicks('Pictures', 'Texts', 'Launch')
  expect(backend.sent('PATCH', STEPS).map(({ body }) => body)).toEqual([{ position: 4 }, { position: 1 }])
})

it('[project-page.md#repeated-steps] repeat every week, month or quarter from their day on, and without a day no more', async () => {
  const { backend } = open(withSteps({ title: 'Report', due_on: '2027-01-31' }, { title: 'Texts' }))
  const repetition = card().getByLabelText(/^Repetition of/)
  await expect.element(repetition).toHaveLength(1)
  repetition.element().focus()
  await repetition.selectOptions('Every month')
  await expect.element(card().getByText('Every month', { exact: true }).first()).toBeVisible()
  await card()
    .getByRole('button', { name: /^Day of Report/ })
    .click()
  await card().getByLabelText('Day of Report').fill('')
  await userEvent.keyboard('{Enter}')
  await expect.element(repetition).not.toBeInTheDocument()
  await expect
    .poll(() => backend.sent('PATCH', STEPS).map(({ body }) => body))
    .toEqual([{ repeats: 'month' }, { due_on: null, repeats: null }])
})

it('[project-page.md#steps] are deleted, which can be undone', async () => {
  const { backend } = open(withSteps({ title: 'Pictures' }))
  await card().getByRole('button', { name: 'Delete step Pictures' }).click()
  await expectToast('Step deleted', 'Pictures')
  expect(backend.sent('DELETE', STEPS)).toHaveLength(1)
})

it('[project-page.md#steps] fit a phone with a long title', async () => {
  await page.viewport(...phone)
  open(withSteps({ title: 'Grünanlagenpflegevereinbarungsunterlagen '.repeat(4).trim(), due_on: '2027-01-31' }))
  await expect.element(titles()).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})
