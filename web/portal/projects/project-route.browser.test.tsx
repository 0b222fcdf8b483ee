import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectTexts, horizontalOverflow, phone } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { ana } from '../../testing/people.ts'
import { CLARA, openProjects, PROJECTS, withProjects } from '../../testing/project-scene.ts'

const ID = 'd0000000-0000-4000-8000-000000000001'
const NOT_FOUND = "The project you're looking for doesn't exist or you don't have permission to view it."

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const card = (name: string) => page.getByRole('region', { name })

it('shows the overview of a project', async () => {
  const backend = withProjects([
    {
      id: ID,
      name: 'Full Folder',
      description: 'Line one\nline two',
      requirements: 'Two colours',
      project_type: 'graphic_design',
      status: 'completed',
      priority: 'high',
      budget: 1250.5,
      start_date: '2026-01-31',
      target_completion_date: '2026-02-28',
      actual_completion_date: '2026-03-01',
    },
  ])
  openProjects(backend, { at: `/${ID}` })
  await expect.element(heading('Full Folder')).toBeVisible()
  expect(document.title).toBe('Full Folder | Dashboard')
  const terms = card('Project Overview').getByRole('term').elements()
  const told = terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(told).toEqual([
    ['Status', 'Completed'],
    ['Priority', 'High'],
    ['Type', 'Graphic Design'],
    ['Start Date', 'Jan 31, 2026'],
    ['Target Completion', 'Feb 28, 2026'],
    ['Actual Completion', 'Mar 1, 2026'],
    ['Budget', '$1,250.50'],
    ['Assigned To', 'Unassigned'],
  ])
  await expect.element(card('Project Overview')).toMatchTextContent('Line one')
  await expect.element(card('Project Overview')).toMatchTextContent('Two colours')
  await expectAccessible()
})

it('says what is not there, above all "Not completed"', async () => {
  await page.viewport(...phone)
  openProjects(withProjects([{ id: ID, name: 'Bare' }]), { at: `/${ID}` })
  await expect.element(card('Project Overview').getByText('Not completed')).toBeVisible()
  await expect.element(card('Project Overview').getByText('Not set')).toHaveLength(3)
  expect(horizontalOverflow()).toBe(0)
  await expectAccessible()
})

it.each([
  ['by name and picture', { display_name: 'Ana Reyes', avatar_url: null }, 'ARAna Reyes'],
  ['though their profile is not to be seen', null, '?Unknown User'],
])('[project-page.md#overview] says who it is assigned to, %s', async (_how, assignee, told) => {
  openProjects(withProjects([{ id: ID, name: 'Taken', assigned_to: ana.id, assignee }]), { at: `/${ID}` })
  await expect.element(card('Project Overview').getByText('Assigned To')).toBeVisible()
  await expectTexts(card('Project Overview').getByRole('definition').last(), [told])
  await expectAccessible()
})

it('shows the client and leads to its page', async () => {
  const lena = { name: 'Lena Lead', company_name: 'Leaders', phone: '+1 555 0100', email: 'lena@client.test' }
  const backend = withProjects([{ id: ID, name: 'Led', clients: { id: CLARA, ...lena } }])
  const portal = openProjects(backend, { at: `/${ID}` })
  for (const words of Object.values(lena)) {
    await expect.element(card('Client Information')).toMatchTextContent(words)
  }
  await card('Client Information').getByRole('link', { name: 'View Client' }).click()
  await expect.poll(() => portal.location).toBe(`/dashboard/clients/${CLARA}`)
})

it.each(['5f6b8c1e-0000-4000-8000-000000000000', 'not-an-id'])('is not found under the id %s', async (id) => {
  const portal = openProjects(withProjects(), { at: `/${id}` })
  await expect.element(heading('Project Not Found')).toBeVisible()
  await expect.element(page.getByText(NOT_FOUND)).toBeVisible()
  expect(page.getByRole('button', { name: 'Edit Project' }).length).toBe(0)
  await expectAccessible()
  await page.getByRole('link', { name: 'Back to Projects' }).click()
  await expect.poll(() => portal.location).toBe('/dashboard/projects')
})

it('says so when it cannot be loaded, and can be asked again', async () => {
  const backend = withProjects([{ id: ID, name: 'Rita Retry' }])
  const recover = backend.answer('GET', PROJECTS, () => refusal('out of order'))
  openProjects(backend, { at: `/${ID}` })
  const again = page.getByRole('button', { name: 'Try Again' })
  await expect.element(again).toBeVisible()
  expect(page.getByText(NOT_FOUND).length).toBe(0)
  recover()
  await again.click()
  await expect.element(heading('Rita Retry')).toBeVisible()
})
