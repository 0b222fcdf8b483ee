import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { today } from '../../lib/today.ts'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast, row, rows } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { ana, ben } from '../../testing/people.ts'
import { openProjects, PROJECTS, title, withProjects } from '../../testing/project-scene.ts'

const WEBSITE = 'd0000000-0000-4000-8000-000000000001'

const open = (project: Record<string, unknown> = {}, ...others: Record<string, unknown>[]) =>
  openProjects(withProjects([...others, { id: WEBSITE, name: 'Website', ...project }]))

const cell = (label: string) => row('Website').getByLabelText(`${label} of Website`)
// The last Undo button is used, since the toast of an earlier test may appear only now.
const undo = () => page.getByRole('button', { name: 'Undo' }).last()
const changes = ({ backend }: ReturnType<typeof open>) => backend.sent('PATCH', PROJECTS).map(({ body }) => body)

async function choose(label: string, choice: string) {
  await expect.element(cell(label)).toBeInTheDocument()
  // The select has options only after the pointer or the keyboard has reached the cell.
  const select = cell(label).element()
  if (select instanceof HTMLElement) select.focus()
  await cell(label).selectOptions(choice)
}

describe('[projects.md#in-the-list] a project', () => {
  it('has its status and its priority changed where they stand, and changed back by Undo', async () => {
    const portal = open({ status: 'planning', priority: 'low' })
    await choose('Status', 'Review')
    await expectToast('Project updated', 'Website: Review')
    await expect.element(row('Website').getByText('Review').first()).toBeVisible()
    await undo().click()
    await expectToast('Change undone')
    await choose('Priority', 'Urgent')
    await expect.poll(() => changes(portal).length).toBe(3)
    expect(changes(portal)).toEqual([
      { status: 'review', actual_completion_date: null },
      { status: 'planning', actual_completion_date: null },
      { priority: 'urgent' },
    ])
  })

  it('is completed today where it is completed here', async () => {
    const portal = open({ status: 'review' })
    await choose('Status', 'Completed')
    await expectToast('Project updated')
    expect(changes(portal)).toEqual([{ status: 'completed', actual_completion_date: today() }])
  })

  it('[projects.md#completing] is completed with open steps, which the toast says', async () => {
    const portal = open({ status: 'review', steps: 5, steps_done: 2 })
    await choose('Status', 'Completed')
    await expectToast('Project updated', 'Website: Completed. 3 steps are still open.')
    expect(changes(portal)).toHaveLength(1)
  })

  it('is not changed back where somebody has changed it again', async () => {
    const { backend } = open({ status: 'planning' })
    await choose('Status', 'Review')
    await expect.poll(() => backend.table('projects').rows[0]?.status).toBe('review')
    await expect.element(undo()).toBeVisible()
    backend.table('projects').update(new URLSearchParams({ id: `eq.${WEBSITE}` }), { status: 'completed' })
    await undo().click()
    await expectDestructiveToast('Nothing undone', 'Someone has changed it again since.')
    expect(backend.table('projects').rows[0]?.status).toBe('completed')
  })

  it('keeps what a colleague has changed since the list was read, and says so', async () => {
    const { backend } = open({ status: 'planning', priority: 'low', target_completion_date: '2026-03-01' })
    await expect.element(title(1)).toBeVisible()
    const theirs = { status: 'completed', actual_completion_date: '2026-10-15', priority: 'high' }
    backend.table('projects').update(new URLSearchParams({ id: `eq.${WEBSITE}` }), theirs)
    await choose('Status', 'Review')
    await expectDestructiveToast('Nothing changed', 'A colleague has changed it since.')
    await expect.element(cell('Status')).toHaveValue('completed')
    expect(backend.table('projects').rows[0]).toMatchObject(theirs)
  })

  it('takes one change after another without waiting', async () => {
    const { backend } = open({ status: 'planning' })
    const answer = backend.hold('PATCH', PROJECTS)
    await choose('Status', 'Review')
    await choose('Status', 'On Hold')
    answer.open()
    await expectToast('Project updated', 'Website: On Hold')
    expect(backend.table('projects').rows[0]?.status).toBe('on_hold')
  })

  it('shows again what is stored where a change fails', async () => {
    const { backend } = open({ status: 'planning' })
    await expect.element(title(1)).toBeVisible()
    backend.answer('PATCH', PROJECTS, () => refusal('The shelf is full'))
    await choose('Status', 'Review')
    await expectDestructiveToast('Error', 'Failed to update project. Please try again.')
    await expect.element(cell('Status')).toHaveValue('planning')
  })

  it('has its target date changed by keyboard: Enter stores it, Escape does not', async () => {
    const portal = open({ target_completion_date: '2026-03-01' })
    const day = row('Website').getByRole('button', { name: /^Target date of Website/ })
    await day.click()
    await cell('Target date').fill('2026-04-02')
    await userEvent.keyboard('{Escape}')
    await expect.element(day).toHaveFocus()
    expect(changes(portal)).toEqual([])
    await day.click()
    await cell('Target date').fill('2026-05-03')
    await userEvent.keyboard('{Enter}')
    await expectToast('Project updated', 'Website')
    expect(changes(portal)).toEqual([{ target_completion_date: '2026-05-03' }])
    await expect.element(day).toHaveFocus()
    await expect.element(row('Website').getByText('May 3, 2026')).toBeVisible()
  })

  it('says in words and in red that it is overdue, until it is done', async () => {
    open(
      { target_completion_date: '2020-01-01', status: 'review' },
      { name: 'Done', target_completion_date: '2020-01-01', status: 'completed' },
    )
    await expect.element(row('Website').getByText('Overdue')).toBeVisible()
    await expect.element(row('Done').getByText('Overdue')).not.toBeInTheDocument()
    await expectAccessible()
  })
})

describe('[projects.md#in-the-list] several projects at once', () => {
  const others = [
    { name: 'Logo', status: 'on_hold' },
    { name: 'Menu', status: 'review' },
  ]
  const chosen = () => page.getByRole('region', { name: 'Chosen projects' })
  const chooseRow = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}` }).click()

  it('get one status, and each its own back by Undo', async () => {
    const portal = open({ status: 'planning' }, ...others)
    await chooseRow('Logo')
    await expect.element(chosen().getByRole('status')).toHaveTextContent('1 chosen')
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).click()
    await expect.element(chosen().getByRole('status')).toHaveTextContent('3 chosen')
    await expectAccessible()
    await chosen().getByLabelText('Status of the chosen projects').selectOptions('Review')
    // One of the projects has the status already, and is not reported as changed.
    await expectToast('Project updated', '2 projects')
    const review = { status: 'review', actual_completion_date: null }
    expect(changes(portal)).toEqual([review, review])
    await undo().click()
    await expectToast('Change undone')
    expect(
      new Set(
        changes(portal)
          .slice(2)
          .map((body) => JSON.stringify(body)),
      ),
    ).toEqual(
      new Set(['on_hold', 'planning'].map((status) => JSON.stringify({ status, actual_completion_date: null }))),
    )
  })

  it('get one status, except those that a colleague has changed since', async () => {
    const { backend } = open({ status: 'planning' }, ...others)
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).click()
    const theirs = { status: 'completed', actual_completion_date: '2026-10-15' }
    backend.table('projects').update(new URLSearchParams({ id: `eq.${WEBSITE}` }), theirs)
    await chosen().getByLabelText('Status of the chosen projects').selectOptions('Cancelled')
    await expectToast('Project updated', '2 of 3 projects. Not Website: A colleague has changed it since.')
    await undo().click()
    await expectToast('Change undone')
    const stored = backend.table('projects').rows
    expect(stored.find(({ id }) => id === WEBSITE)).toMatchObject(theirs)
    expect(
      stored
        .filter(({ id }) => id !== WEBSITE)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['on_hold', 'review'])
  })

  it('are deleted once that is confirmed, and those that were not chosen stay', async () => {
    const { backend } = open({}, ...others)
    await chooseRow('Logo')
    await chooseRow('Menu')
    await chosen().getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete 2 projects?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast('Project deleted')
    await expectTexts(rows().getByRole('link', { name: /^(Website|Logo|Menu)$/ }), ['Website'])
    expect(backend.sent('DELETE', PROJECTS)).toHaveLength(1)
    await expect.element(chosen()).not.toBeInTheDocument()
  })
})

describe('[projects.md#views] the list', () => {
  it('shows what is mine, and what is overdue', async () => {
    const late = { target_completion_date: '2020-01-01' }
    const portal = open(
      { assigned_to: ben.id },
      { name: 'Logo', assigned_to: ana.id, status: 'review', ...late },
      { name: 'Menu', assigned_to: ben.id, status: 'cancelled', ...late },
    )
    const names = () => rows().getByRole('link', { name: /^(Website|Logo|Menu)$/ })
    await page.getByRole('link', { name: 'Mine' }).click()
    await expectTexts(names(), ['Website', 'Menu'])
    await page.getByRole('link', { name: 'Overdue' }).click()
    await expectTexts(names(), ['Logo'])
    expect(portal.location).toBe('/dashboard/projects?view=overdue')
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await expect.element(title(3)).toBeVisible()
  })

  it('is sorted by a heading, upwards and downwards, and then newest first again', async () => {
    const portal = open({ budget: 5 }, { name: 'Apple', budget: 7 }, { name: 'Zebra', budget: 6 })
    const names = () => rows().getByRole('link', { name: /^(Website|Apple|Zebra)$/ })
    const heading = page.getByRole('columnheader', { name: 'Project' })
    await expectTexts(names(), ['Website', 'Zebra', 'Apple'])
    await heading.getByRole('link').click()
    await expectTexts(names(), ['Apple', 'Website', 'Zebra'])
    await expect.element(heading).toHaveAttribute('aria-sort', 'ascending')
    await heading.getByRole('link').click()
    await expectTexts(names(), ['Zebra', 'Website', 'Apple'])
    expect(portal.location).toBe('/dashboard/projects?sort=-name')
    await heading.getByRole('link').click()
    await expect.element(heading).not.toHaveAttribute('aria-sort')
  })
})
