import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, today } from '../../../lib/today.ts'
import { dragWithMouse } from '../../../testing/drag.ts'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast } from '../../../testing/expect.ts'
import { openProjects, PROJECTS, title, withProjects } from '../../../testing/project-scene.ts'

const WEBSITE = 'd0000000-0000-4000-8000-000000000001'
const DRAFT = 'e0000000-0000-4000-8000-000000000001'
const STEPS = '/rest/v1/project_steps'

type Columns = Record<string, unknown>
type OpenOptions = { at?: string; steps?: Columns[] }

/** Opens the calendar of March 2030 with the project Website on the 6th. */
function open(projects: Columns[] = [], { at = '&day=2030-03-15', steps = [] }: OpenOptions = {}) {
  const website = { id: WEBSITE, name: 'Website', status: 'planning', target_completion_date: '2030-03-06' }
  const backend = withProjects([website, ...projects])
  for (const step of steps) {
    const parts = { projects: { name: 'Website', status: 'planning' }, assignee: null }
    backend.table('project_steps').insert({ id: DRAFT, project_id: WEBSITE, is_done: false, ...parts, ...step })
  }
  return openProjects(backend, { at: `?look=calendar${at}` })
}

const day = (name: string | RegExp) => page.getByRole('group', { name })
const entry = (name: string | RegExp = /^Website/) => page.getByRole('link', { name })
const changes = ({ backend }: ReturnType<typeof open>, path = PROJECTS) =>
  backend.sent('PATCH', path).map(({ body }) => body)

async function carry(name: RegExp, ...keys: string[]) {
  await expect.element(entry(name)).toBeVisible()
  const link = entry(name).element()
  if (link instanceof HTMLElement) link.focus()
  for (const key of keys) {
    await userEvent.keyboard(key)
    // The library listens to the next key after a frame.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('[projects.md#calendar] the calendar', () => {
  it('shows projects at their target date and open steps at their day', async () => {
    open(
      [
        { name: 'Logo', target_completion_date: '2030-03-06' },
        { name: 'Menu', target_completion_date: '2030-05-01' },
        { name: 'Undated', target_completion_date: null },
      ],
      {
        steps: [
          { title: 'First draft', due_on: '2030-03-07' },
          { id: WEBSITE, title: 'Done already', due_on: '2030-03-07', is_done: true },
        ],
      },
    )
    await expectTexts(day('Wednesday, March 6').getByRole('link'), ['Logo, Clara Client', 'Website, Clara Client'])
    await expectTexts(day('Thursday, March 7').getByRole('link'), ['Step: First draft, Website'])
    await expect.element(entry(/^Menu/)).not.toBeInTheDocument()
    await expect.element(page.getByText('1 project has no target date.')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'March 2030' })).toBeVisible()
    await expect.element(title(4)).toBeVisible()
    await expectAccessible()
  })

  it('moves a project by keyboard, day by day and week by week; the focus follows, and Undo moves it back', async () => {
    const portal = open()
    await carry(/^Website/, ' ', '{ArrowRight}', '{ArrowDown}', ' ')
    await expectToast('Project updated', 'Website: Mar 14, 2030')
    await expect.element(day('Thursday, March 14').getByRole('link')).toHaveFocus()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expectToast('Change undone')
    await expect.element(day('Wednesday, March 6').getByRole('link')).toBeVisible()
    expect(changes(portal)).toEqual([
      { target_completion_date: '2030-03-14' },
      { target_completion_date: '2030-03-06' },
    ])
  })

  it('moves a step with the mouse only when the server has accepted it, with Undo', async () => {
    const portal = open([], { steps: [{ title: 'First draft', due_on: '2030-03-07' }] })
    const answer = portal.backend.hold('PATCH', STEPS)
    await expect.element(entry(/^Step: First draft/)).toBeVisible()
    await dragWithMouse(entry(/^Step: First draft/), day('Friday, March 15'))
    await expect.element(day('Thursday, March 7').getByRole('link')).toHaveAttribute('aria-busy', 'true')
    await expect.poll(answer.held).toBe(1)
    answer.open()
    await expectToast('Step moved', 'First draft: Mar 15, 2030')
    await expect.element(day('Friday, March 15').getByRole('link')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.element(day('Thursday, March 7').getByRole('link')).toBeVisible()
    expect(changes(portal, STEPS)).toEqual([{ due_on: '2030-03-15' }, { due_on: '2030-03-07' }])
  })

  it('does not undo what a colleague has done meanwhile', async () => {
    const { backend } = open([], { steps: [{ title: 'First draft', due_on: '2030-03-07' }] })
    await expect.element(entry(/^Step: First draft/)).toBeVisible()
    backend.table('project_steps').update(new URLSearchParams({ id: `eq.${DRAFT}` }), { due_on: '2030-03-20' })
    await dragWithMouse(entry(/^Step: First draft/), day('Friday, March 15'))
    await expectDestructiveToast('Step not moved', 'A colleague has changed it since.')
    await expect.element(day('Wednesday, March 20').getByRole('link')).toBeVisible()
  })

  it('goes from month to month and to the week, with Back, and the address names what it shows', async () => {
    const portal = open()
    await page.getByRole('link', { name: 'Next month' }).click()
    await expect.element(page.getByRole('heading', { name: 'April 2030' })).toBeVisible()
    expect(portal.location).toBe('/dashboard/projects?look=calendar&day=2030-04-15')
    portal.back()
    await expect.element(day('Wednesday, March 6').getByRole('link')).toBeVisible()
    await page.getByRole('link', { name: 'Week', exact: true }).click()
    await expect.element(page.getByRole('heading', { name: 'Mar 10 – 16, 2030' })).toBeVisible()
    expect(page.getByRole('group', { name: /March/ }).elements()).toHaveLength(7)
    expect(portal.location).toBe('/dashboard/projects?look=calendar&day=2030-03-15&span=week')
    await page.getByRole('link', { name: 'Today' }).click()
    await expect.poll(() => portal.location).toBe('/dashboard/projects?look=calendar&span=week')
  })

  it('folds a full day of a month, and says what is overdue', async () => {
    const late = addDays(today(), -1)
    open(
      ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ name, status: 'review', target_completion_date: late })),
      { at: `&day=${late}` },
    )
    await expect.element(entry(/^A\b.*overdue$/)).toBeVisible()
    await expect.element(entry(/^E\b/)).not.toBeInTheDocument()
    await page.getByRole('button', { name: '3 more' }).click()
    await expect.element(entry(/^F\b/)).toBeVisible()
  })
})

describe('[projects.md#calendar] below 1024 px the calendar', () => {
  it.each([390, 1023])(
    'is a list of the days that have something, and changes a date in a field: %i px',
    async (width) => {
      await page.viewport(width, 844)
      const portal = open([], { steps: [{ title: 'First draft', due_on: '2030-03-20' }] })
      await expectTexts(page.getByRole('heading', { level: 4 }), ['Wednesday, March 6', 'Wednesday, March 20'])
      await page.getByRole('button', { name: 'Target date of Website: change' }).click()
      await page.getByLabelText('Target date of Website').fill('2030-03-21')
      await userEvent.keyboard('{Enter}')
      await expectToast('Project updated', 'Website: Mar 21, 2030')
      await expectTexts(page.getByRole('heading', { level: 4 }), ['Wednesday, March 20', 'Thursday, March 21'])
      expect(changes(portal)).toEqual([{ target_completion_date: '2030-03-21' }])
      await expectAccessible()
    },
  )
})
