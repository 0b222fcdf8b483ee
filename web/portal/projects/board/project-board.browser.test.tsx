import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { today } from '../../../lib/today.ts'
import { dragByTouch, dragWithMouse } from '../../../testing/drag.ts'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast } from '../../../testing/expect.ts'
import { refusal } from '../../../testing/fake-backend.ts'
import { openProjects, PROJECTS, title, withProjects } from '../../../testing/project-scene.ts'

const WEBSITE = 'd0000000-0000-4000-8000-000000000001'

const open = (project: Record<string, unknown> = {}, ...others: Record<string, unknown>[]) =>
  openProjects(withProjects([...others, { id: WEBSITE, name: 'Website', status: 'planning', ...project }]), {
    at: '?look=board',
  })

const column = (name: string) => page.getByRole('region', { name, exact: true })
const card = (name = 'Website') => page.getByRole('link', { name, exact: true })
const said = () => page.getByRole('status').filter({ hasText: /./ }).last()
const changes = ({ backend }: ReturnType<typeof open>) => backend.sent('PATCH', PROJECTS).map(({ body }) => body)

async function drag(to: string) {
  await expect.element(card()).toBeVisible()
  await dragWithMouse(card(), column(to))
}

async function carry(...keys: string[]) {
  await expect.element(card()).toBeVisible()
  const link = card().element()
  if (link instanceof HTMLElement) link.focus()
  for (const key of keys) {
    await userEvent.keyboard(key)
    // The library listens to the next key after a frame.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('[projects.md#board] the board', () => {
  it('has a column for each status with its count, and what is due first stands first', async () => {
    open(
      { target_completion_date: '2030-03-01' },
      { name: 'Sooner', status: 'planning', target_completion_date: '2030-02-01' },
      { name: 'Done', status: 'completed' },
    )
    await expectTexts(column('Planning').getByRole('link'), ['Sooner', 'Website'])
    await expectTexts(column('Completed').getByRole('link'), ['Done'])
    await expect.element(column('Planning').getByRole('heading')).toHaveTextContent('Planning2 projects')
    await expect.element(column('On Hold').getByRole('heading')).toHaveTextContent('On Hold0 projects')
    await expect.element(title(3)).toBeVisible()
    await expectAccessible()
  })

  it('moves a card by keyboard: Space, the arrow keys, Space; the focus follows, and Undo moves it back', async () => {
    const portal = open()
    await carry(' ', '{ArrowRight}', '{ArrowRight}', ' ')
    await expectToast('Project updated', 'Website: Review')
    await expect.element(column('Review').getByRole('link', { name: 'Website' })).toHaveFocus()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expectToast('Change undone')
    await expect.element(column('Planning').getByRole('link', { name: 'Website' })).toBeVisible()
    expect(changes(portal)).toEqual([
      { status: 'review', actual_completion_date: null },
      { status: 'planning', actual_completion_date: null },
    ])
  })

  it('says what happens to somebody who does not see it', async () => {
    open()
    await expect.element(card()).toHaveAccessibleDescription(/^To move this project to another status, press Space/)
    await carry(' ')
    await expect.element(said()).toHaveTextContent('Picked up Website from Planning.')
    await carry('{ArrowRight}')
    await expect.element(said()).toHaveTextContent('Over In Progress.')
    await carry('{ArrowLeft}', '{ArrowLeft}')
    await expect.element(said()).toHaveTextContent('Over Planning.')
    await carry('{Escape}')
    await expect.element(said()).toHaveTextContent('Canceled. Website stays in Planning.')
    await expect.element(card()).toHaveFocus()
  })

  it('moves a card with the mouse only when the server has accepted it', async () => {
    const portal = open()
    const answer = portal.backend.hold('PATCH', PROJECTS)
    await drag('In Progress')
    await expect.element(column('Planning').getByText('Moving to In Progress…')).toBeVisible()
    await expect.element(column('In Progress').getByRole('link')).not.toBeInTheDocument()
    await expect.poll(answer.held).toBe(1)
    answer.open()
    await expect.element(column('In Progress').getByRole('link', { name: 'Website' })).toBeVisible()
    await expect.element(page.getByText('Moving to In Progress…')).not.toBeInTheDocument()
    expect(portal.location).toBe('/dashboard/projects?look=board')
  })

  it('moves a card by touch after a long press; a short touch scrolls', async () => {
    const portal = open()
    await expect.element(card()).toBeVisible()
    await dragByTouch(card(), column('In Progress'), { restMs: 0 })
    await dragByTouch(card(), column('Review'), { restMs: 300 })
    await expectToast('Project updated', 'Website: Review')
    expect(changes(portal)).toEqual([{ status: 'review', actual_completion_date: null }])
  })

  it('leaves a card where it was if the move is refused, and says why', async () => {
    const { backend } = open()
    await expect.element(card()).toBeVisible()
    backend.answer('PATCH', PROJECTS, () => refusal('The shelf is full'))
    await drag('Review')
    await expectDestructiveToast('Project not moved', 'The shelf is full')
    await expect.element(column('Planning').getByRole('link', { name: 'Website' })).toBeVisible()
    await expect.element(page.getByText('Moving to Review…')).not.toBeInTheDocument()
  })

  it('does not undo what a colleague has done meanwhile', async () => {
    const { backend } = open()
    await expect.element(card()).toBeVisible()
    backend.table('projects').update(new URLSearchParams({ id: `eq.${WEBSITE}` }), { status: 'on_hold' })
    await drag('Review')
    await expectDestructiveToast('Project not moved', 'A colleague has changed it since.')
    await expect.element(column('On Hold').getByRole('link', { name: 'Website' })).toBeVisible()
  })

  it('completes a project today where it is moved to Completed', async () => {
    const portal = open({ status: 'review' })
    await carry(' ', '{ArrowRight}', ' ')
    await expectToast('Project updated', 'Website: Completed')
    expect(changes(portal)).toEqual([{ status: 'completed', actual_completion_date: today() }])
  })

  it('moves a card without dragging, by the choice at its foot', async () => {
    open()
    await expect.element(card()).toBeVisible()
    const choice = page.getByLabelText('Status of Website')
    const select = choice.element()
    if (select instanceof HTMLElement) select.focus()
    await choice.selectOptions('On Hold')
    await expectToast('Project updated', 'Website: On Hold')
    await expect.element(column('On Hold').getByRole('link', { name: 'Website' })).toBeVisible()
  })
})

describe('[projects.md#board] a board with more projects than it shows', () => {
  const many = (count: number, status: string) =>
    Array.from({ length: count }, (_, number) => ({ name: `${status} ${number}`, status }))

  it('shows all of five hundred', async () => {
    open({}, ...many(499, 'planning'))
    await expect.element(column('Planning').getByRole('heading')).toHaveTextContent('Planning500 projects')
    expect(column('Planning').getByRole('link').elements()).toHaveLength(500)
  })

  it('shows the first of each column, says so, and counts them all', async () => {
    open({}, ...many(499, 'planning'), ...many(3, 'review'))
    await expect.element(column('Planning').getByRole('heading')).toHaveTextContent('Planning500 projects')
    await expect.element(column('Planning').getByText(/^The first 80 are shown\./)).toBeVisible()
    expect(column('Planning').getByRole('link').elements()).toHaveLength(80)
    await expect.element(column('Review').getByRole('heading')).toHaveTextContent('Review3 projects')
    await expect.element(column('Review').getByText(/^The first/)).not.toBeInTheDocument()
  })

  it('tells the columns of other statuses from empty ones where a status is chosen', async () => {
    open({ status: 'review' }, ...many(2, 'planning'))
    await page.getByLabelText('Status', { exact: true }).selectOptions('Review')
    await expect.element(column('Planning').getByRole('heading')).toHaveTextContent('PlanningFiltered out')
    await expect.element(column('Review').getByRole('heading')).toHaveTextContent('Review1 project')
  })
})

describe('[projects.md#looks] the looks of the list', () => {
  it('show the same projects, and the address keeps the look beside search and filters', async () => {
    const portal = open({}, { name: 'Logo', status: 'review' })
    await page.getByRole('searchbox').fill('logo')
    await expect.element(title(1)).toBeVisible()
    await expect.element(card()).not.toBeInTheDocument()
    expect(portal.location).toBe('/dashboard/projects?look=board&search=logo')
    await page.getByRole('navigation', { name: 'Look' }).getByRole('link', { name: 'Table' }).click()
    await expect.element(page.getByRole('table')).toBeVisible()
    expect(portal.location).toBe('/dashboard/projects?search=logo')
    portal.back()
    await expect.element(column('Review').getByRole('link', { name: 'Logo' })).toBeVisible()
  })

  it('stay where the filters are cleared, and say that nothing matches as the table does', async () => {
    const portal = open()
    await page.getByRole('searchbox').fill('nothing like it')
    await expect.element(page.getByText('No projects match your search criteria.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Search and Filters' }).click()
    await expect.element(column('Planning').getByRole('link', { name: 'Website' })).toBeVisible()
    expect(portal.location).toBe('/dashboard/projects?look=board')
  })
})
