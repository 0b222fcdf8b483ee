import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, today } from '../../lib/today.ts'
import {
  expectAccessible,
  expectTexts,
  expectToast,
  horizontalOverflow,
  phoneAndDesktop,
} from '../../testing/expect.ts'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { ana, ben } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { portalScreens } from '../../testing/portal-screens.ts'

const STEPS = '/rest/v1/project_steps'
const project = { id: 'f0000000-0000-4000-8000-000000000001', name: 'Website', status: 'review' }

function withSteps(...steps: Record<string, unknown>[]) {
  const backend = new FakeBackend()
  for (const step of steps) {
    backend
      .table('project_steps')
      .insert({ project, assigned_to: ben.id, assignee: { display_name: 'Ben Oak' }, ...step })
  }
  return backend
}

const open = (backend: FakeBackend, at = '') =>
  Portal.open(backend, { screens: portalScreens, at: `/dashboard/steps${at}`, as: ben })
const ticks = () => page.getByRole('checkbox')
const inDays = (days: number) => addDays(today(), days)

const several = () =>
  withSteps(
    { title: 'Launch' },
    { title: 'Report', due_on: inDays(30) },
    { title: 'Texts', due_on: inDays(3) },
    { title: 'Call', due_on: today() },
    { title: 'Pictures', due_on: inDays(-2) },
    { title: 'Sketch', due_on: inDays(-1), is_done: true },
    { title: 'Contract', due_on: today(), assigned_to: ana.id, assignee: { display_name: 'Ana Reyes' } },
    { title: 'Banner', due_on: today(), project: { ...project, status: 'completed' } },
  )

it('[steps.md#by-day] shows my open steps below headings of their days', async () => {
  open(several())
  await expect.element(page.getByRole('heading', { name: 'Open Steps (5)' })).toBeVisible()
  await expectTexts(page.getByRole('heading', { level: 3 }), ['Overdue', 'Today', 'This Week', 'Later', 'No Day'])
  const lines = page.getByRole('region', { name: 'Open Steps' }).getByRole('listitem')
  await expect.element(lines.first()).toMatchTextContent(/^PicturesWebsite.*, overdue$/)
  expect(
    ticks()
      .elements()
      .map((tick) => tick.getAttribute('aria-label')),
  ).toEqual(['Pictures', 'Call', 'Texts', 'Report', 'Launch'])
  await expect
    .element(page.getByRole('link', { name: 'Website' }).first())
    .toHaveAttribute('href', `/dashboard/projects/${project.id}`)
  await expectAccessible()
})

it('[steps.md#whose] shows everybody’s by the address, and who has them', async () => {
  const portal = open(several())
  await page.getByRole('combobox', { name: 'Whose' }).selectOptions('Everybody’s')
  await expect.element(page.getByRole('heading', { name: 'Open Steps (6)' })).toBeVisible()
  await expect.element(page.getByText('Website · Ana Reyes')).toBeVisible()
  expect(portal.location).toBe('/dashboard/steps?whose=everybody')
})

it('[steps.md#by-day] is ticked by the keyboard, step after step, and comes back by Undo', async () => {
  const { backend } = open(withSteps({ title: 'Second', due_on: inDays(-1) }, { title: 'First', due_on: inDays(-2) }))
  await expect.element(ticks()).toHaveLength(2)
  ticks().first().element().focus()
  await userEvent.keyboard(' ')
  await expectToast('Step done', 'First')
  await expect.element(page.getByRole('checkbox', { name: 'Second' })).toHaveFocus()
  await expect.element(ticks()).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(ticks()).toHaveLength(2)
  expect(backend.sent('PATCH', STEPS).map(({ body }) => body)).toEqual([{ is_done: true }, { is_done: false }])
})

it('[steps.md#by-day] gets another day where it stands', async () => {
  const { backend } = open(withSteps({ title: 'Pictures', due_on: '2020-01-02' }))
  await page.getByRole('button', { name: /^Day of Pictures/ }).click()
  await page.getByLabelText('Day of Pictures').fill('2999-01-31')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 3, name: 'Later' })).toBeVisible()
  expect(backend.sent('PATCH', STEPS).map(({ body }) => body)).toEqual([{ due_on: '2999-01-31' }])
})

it('[steps.md#by-day] has pages where there are five hundred', async () => {
  const steps = Array.from({ length: 500 }, (_, index) => ({ title: `Step ${index}`, due_on: inDays(index) }))
  const portal = open(withSteps(...steps))
  await expect.element(ticks()).toHaveLength(50)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.element(page.getByText('51–100 of 500')).toBeVisible()
  expect(portal.location).toBe('/dashboard/steps?page=2')
})

it('[shell.md#palette] is reached by the palette', async () => {
  const backend = withSteps()
  backend.answer('POST', '/rest/v1/rpc/find_anything', () => Response.json([]))
  const portal = Portal.open(backend, { screens: portalScreens, at: '/dashboard/profile', as: ben })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Search everything' }).fill('ste')
  await page.getByRole('option', { name: /^Steps/ }).click()
  await expect.poll(() => portal.location).toBe('/dashboard/steps')
})

it('[steps.md#whose] says where nothing is to be done', async () => {
  open(withSteps())
  await expect.element(page.getByText('No open step is assigned to you.')).toBeVisible()
})

it('says when the steps cannot be loaded, and can be asked again', async () => {
  const backend = several()
  const mend = backend.answer('GET', STEPS, () => refusal('No'))
  open(backend)
  await expect.element(page.getByText('The steps could not be loaded.')).toBeVisible()
  mend()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(ticks()).toHaveLength(5)
})

it.each(phoneAndDesktop)('has room for long names on $device', async ({ size }) => {
  await page.viewport(...size)
  const long = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(4)
  open(withSteps({ title: long, due_on: inDays(-400), project: { ...project, name: long } }), '?whose=everybody')
  await expect.element(ticks()).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
  await expectAccessible()
})
