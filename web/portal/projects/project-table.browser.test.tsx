import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectTexts, horizontalOverflow, phone, row, rows } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { openProjects, PROJECTS, title, withProjects } from '../../testing/project-scene.ts'

const LONG = 'Fifty characters are shown of this, and not a single one of these.'

it('shows each project with its columns, newest first', async () => {
  openProjects(
    withProjects([
      { name: 'Plain Plan' },
      {
        name: 'Full Folder',
        description: LONG,
        project_type: 'ai_automation',
        status: 'in_progress',
        priority: 'urgent',
        budget: 12600.5,
        target_completion_date: '2026-03-01',
      },
    ]),
  )
  await expect.element(title(2)).toBeVisible()
  expect(document.title).toBe('Project Management | Dashboard')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Project Management' })).toBeVisible()
  const headings = ['Project', 'Client', 'Type', 'Status', 'Priority', 'Budget', 'Target Date', 'Actions']
  await expectTexts(page.getByRole('columnheader'), headings)

  await expect.element(rows().first()).toMatchTextContent('Full Folder')
  for (const words of ['Clara Client', 'AI Automation', 'In Progress', 'Urgent', '$12,600.50', 'Mar 1, 2026']) {
    await expect.element(row('Full Folder').getByText(words)).toBeVisible()
  }
  for (const words of ['Web Development', 'Planning', 'Medium']) {
    await expect.element(row('Plain Plan').getByText(words)).toBeVisible()
  }
  await expect.element(row('Plain Plan').getByText('Not set')).toHaveLength(2)
})

it('truncates a description to 50 characters', async () => {
  openProjects(
    withProjects([
      { name: 'Long', description: LONG },
      { name: 'Short', description: LONG.slice(0, 50) },
    ]),
  )
  await expect.element(row('Long').getByText(`${LONG.slice(0, 50)}…`)).toBeVisible()
  await expect.element(row('Short').getByText(LONG.slice(0, 50))).toBeVisible()
  expect(page.getByText(LONG).length).toBe(0)
})

it('counts the steps of a project in one line below its name', async () => {
  openProjects(
    withProjects([
      { name: 'Begun', description: 'A new site', steps: 8, steps_done: 3 },
      { name: 'Bare', steps: 2 },
      { name: 'Without', description: 'No steps' },
    ]),
  )
  await expect.element(row('Begun')).toMatchTextContent(/3 of 8 steps done · A new site/)
  await expect.element(row('Bare')).toMatchTextContent(/0 of 2 steps done/)
  await expect.element(row('Without')).not.toMatchTextContent(/steps done/)
})

it.each([
  ['web_development', 'Web Development', 'planning', 'Planning', 'low', 'Low'],
  ['graphic_design', 'Graphic Design', 'in_progress', 'In Progress', 'medium', 'Medium'],
  ['digital_marketing', 'Digital Marketing', 'review', 'Review', 'high', 'High'],
  ['ai_automation', 'AI Automation', 'completed', 'Completed', 'urgent', 'Urgent'],
  ['consultation', 'Consultation', 'on_hold', 'On Hold', 'low', 'Low'],
  ['maintenance', 'Maintenance', 'cancelled', 'Cancelled', 'medium', 'Medium'],
])('names the type %s %s, the status %s %s, the priority %s %s', async (...words) => {
  const [project_type, type, status, statusName, priority, priorityName] = words
  openProjects(withProjects([{ name: 'Named', project_type, status, priority }]))
  for (const name of [type, statusName, priorityName]) await expect.element(row('Named').getByText(name)).toBeVisible()
})

it('is cards on a phone, accessible and without scrolling sideways', async () => {
  await page.viewport(...phone)
  openProjects(
    withProjects([
      { name: 'Pocket', budget: 10 },
      { name: 'x'.repeat(200), description: 'y'.repeat(300) },
    ]),
  )
  const more = row('Pocket').getByRole('button', { name: 'More about Pocket' })
  await expect.element(row('Pocket').getByText('Clara Client')).toBeVisible()
  await expect.element(row('Pocket').getByText('Not set')).toBeVisible()
  await expect.element(row('Pocket').getByText('Budget')).not.toBeVisible()
  expect(row('Pocket').element().getBoundingClientRect().height).toBeLessThanOrEqual(90)
  await expectAccessible()
  await more.click()
  await expect.element(row('Pocket').getByText('Budget')).toBeVisible()
  await expect.element(row('Pocket').getByRole('link', { name: /^View Details of/ })).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
  await expectAccessible()
})

it('keeps every column in sight, however long the words and however large the budget', async () => {
  openProjects(withProjects([{ name: 'x'.repeat(200), description: 'y'.repeat(300), budget: 9_999_999_999.99 }]))
  await expect.element(page.getByRole('button', { name: /^Delete/ })).toBeInViewport({ ratio: 1 })
})

it('says that there is none yet', async () => {
  openProjects(withProjects())
  await expect.element(title(0)).toBeVisible()
  const invitation = 'No projects found. Create your first project to get started.'
  await expect.element(page.getByText(invitation)).toBeVisible()
})

it('shows that it is loading while the network is slow', async () => {
  const backend = withProjects([{ name: 'Sam Slow' }])
  const slow = backend.hold('GET', PROJECTS)
  openProjects(backend)
  await expect.poll(slow.held).toBe(1)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Project Management' })).toBeVisible()
  await expect.element(page.getByText(/^No projects/)).not.toBeInTheDocument()
  slow.open()
  await expect.element(row('Sam Slow')).toBeVisible()
})

it('says so when it cannot be loaded, and can be asked again', async () => {
  const backend = withProjects([{ name: 'Rita Retry' }])
  const recover = backend.answer('GET', PROJECTS, () => refusal('out of order'))
  openProjects(backend)
  const again = page.getByRole('button', { name: 'Try Again' })
  await expect.element(again).toBeVisible()
  await expect.element(page.getByText(/^No projects/)).not.toBeInTheDocument()
  recover()
  await again.click()
  await expect.element(row('Rita Retry')).toBeVisible()
})

it('reaches every project of a long list, page by page', async () => {
  const names = Array.from({ length: 120 }, (_, number) => `Number ${String(number).padStart(3, '0')}`)
  const portal = openProjects(withProjects(names.map((name) => ({ name }))))
  const seen: string[] = []
  for (const range of ['1–50 of 120', '51–100 of 120', '101–120 of 120']) {
    await expect.element(page.getByText(range)).toBeVisible()
    const shown = rows().getByText(/^Number \d{3}$/)
    // The first row of the second page follows the last row of the first.
    await expect.element(shown.first()).toHaveTextContent(names[names.length - 1 - seen.length] ?? '')
    await expect.poll(() => shown.elements().length).toBe(Math.min(50, names.length - seen.length))
    seen.push(...shown.elements().map((name) => name.textContent))
    if (seen.length < names.length) await page.getByRole('link', { name: 'Next' }).click()
  }
  expect(seen).toEqual(names.toReversed())
  await expect.poll(() => portal.location).toBe('/dashboard/projects?page=3')
})
