import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectToast, row } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { openProjects, PROJECTS, title, withProjects } from '../../testing/project-scene.ts'

const names = ['Door', 'Logo', 'Menu', 'Sign', 'Website']

function open() {
  // Lists are sorted newest first, so the project that was added last comes first.
  return openProjects(withProjects(names.toReversed().map((name) => ({ id: idOf(name), name, status: 'planning' }))))
}

const idOf = (name: string) => `d0000000-0000-4000-8000-00000000000${names.indexOf(name)}`
const box = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}`, exact: true })
const all = () => page.getByRole('checkbox', { name: 'Choose all on this page' })
const bar = () => page.getByRole('region', { name: 'Chosen projects' })
const expectChosen = (...chosen: string[]) =>
  expect.poll(() => names.filter((name) => box(name).element().matches(':checked'))).toEqual(chosen)

describe('[lists.md#several-at-once] rows are chosen', () => {
  beforeEach(() => page.viewport(1280, 800))

  it('from one to another with Shift, and all by the box above them', async () => {
    open()
    await box('Logo').click()
    await box('Sign').click({ modifiers: ['Shift'] })
    await expectChosen('Logo', 'Menu', 'Sign')
    await box('Menu').click()
    await box('Door').click({ modifiers: ['Shift'] })
    await expectChosen('Door', 'Logo', 'Menu', 'Sign')
    await expect.element(all()).toBePartiallyChecked()
    await all().click()
    await expectChosen(...names)
    await expect.element(bar().getByRole('status')).toHaveTextContent('5 chosen')
    await expectAccessible()
    await bar().getByRole('button', { name: 'Choose None' }).click()
    await expect.element(bar()).not.toBeInTheDocument()
  })

  it('by keyboard: x the row that j and k have come to, and a leads to what can be done', async () => {
    localStorage.setItem('single-key-shortcuts', 'on')
    open()
    await expect.element(title(5)).toBeVisible()
    await userEvent.keyboard('jjx')
    await expectChosen('Logo')
    await userEvent.keyboard('jj{Shift>}X{/Shift}')
    await expectChosen('Logo', 'Menu', 'Sign')
    await expect.element(row('Sign').getByRole('link', { name: 'Sign' })).toHaveFocus()
    await userEvent.keyboard('a')
    await expect.element(bar().getByLabelText('Status of the chosen projects')).toHaveFocus()
  })

  it('and what is done to them moves no row away from under the pointer', async () => {
    open()
    await expect.element(title(5)).toBeVisible()
    const { top } = box('Logo').element().getBoundingClientRect()
    await box('Logo').click()
    await expect.element(bar()).toBeVisible()
    expect(box('Logo').element().getBoundingClientRect().top).toBe(top)
  })
})

describe('[lists.md#several-at-once] where some are refused', () => {
  async function setStatus() {
    await all().click()
    await bar().getByLabelText('Status of the chosen projects').selectOptions('Review')
  }

  it('by a row policy, the others are done, and the toast names those that were not', async () => {
    const { backend } = open()
    await expect.element(title(5)).toBeVisible()
    backend.answer('PATCH', PROJECTS, ({ query }) => {
      const reached = names.filter((name) => name !== 'Menu' && query.id?.includes(idOf(name)))
      return Response.json(reached.map((name) => ({ id: idOf(name) })))
    })
    await setStatus()
    const why = 'This project no longer exists, or you may not change it.'
    await expectToast('Project updated', `4 of 5 projects. Not Menu: ${why}`)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expectToast('Change undone')
    expect(backend.sent('PATCH', PROJECTS).at(-1)?.query.id).not.toContain(idOf('Menu'))
  })

  it('in words, which fails all of one statement, each is tried by itself', async () => {
    const { backend } = open()
    await expect.element(title(5)).toBeVisible()
    backend.answer('PATCH', PROJECTS, ({ query }) => {
      if (query.id?.includes(idOf('Menu'))) return refusal('It is framed.', { status: 400, code: '23514' })
      return Response.json(names.filter((name) => query.id?.includes(idOf(name))).map((name) => ({ id: idOf(name) })))
    })
    await setStatus()
    await expectToast('Project updated', '4 of 5 projects. Not Menu: It is framed.')
  })

  it('all of them, nothing was done, and nothing is said to be', async () => {
    const { backend } = open()
    await expect.element(title(5)).toBeVisible()
    backend.answer('PATCH', PROJECTS, () => Response.json([]))
    await setStatus()
    await expectDestructiveToast('Error', 'Failed to update project. Please try again.')
  })
})
