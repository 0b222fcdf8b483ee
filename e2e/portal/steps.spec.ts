import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import type { TestData } from '../test-data.ts'
import { createClientWithProjects } from './update-scene.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Steps', exact: true })
const ticks = (page: Page) => card(page).getByRole('checkbox')

/** An agency admin and a colleague, with a project of their agency. */
async function scene(testData: TestData) {
  const made = await createClientWithProjects(testData, ['Website'])
  const admin = await testData.newPerson('agency_admin', made.agency)
  const [projectId = ''] = made.projectIds
  return { ...made, admin, projectId, path: `/dashboard/projects/${projectId}` }
}

async function paste(page: Page, text: string) {
  await card(page)
    .getByLabel('New step')
    .evaluate((field, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
}

test('[project-page.md#steps] five pasted lines, two of them given to a colleague by an agency admin, ring their bell and are on their dashboard', async ({
  signedIn,
  testData,
}) => {
  const { admin, person, path } = await scene(testData)
  const page = await signedIn(admin)
  await page.goto(path)
  await paste(page, '- Pictures\n- Texts\n- Design\n\n- Tests\n- Launch')
  await expect(page.getByText('5 steps added')).toBeVisible()
  await expect(ticks(page)).toHaveCount(5)
  for (const title of ['Texts', 'Launch']) {
    await card(page).getByLabel(`Person for ${title}`).selectOption(person.name)
  }
  await expect(card(page).locator('[aria-busy="true"]')).toHaveCount(0)

  const theirs = await signedIn(person)
  await theirs.goto('/dashboard')
  await expect(theirs.getByRole('button', { name: 'For You, 2 unread' })).toBeVisible()
  const lines = theirs.getByRole('region', { name: 'Needs You' }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'gave you a step' })).toHaveCount(2)
  await theirs.goto('/dashboard/steps')
  await expect(theirs.getByRole('heading', { name: 'Open Steps (2)' })).toBeVisible()
  await theirs.goto('/dashboard/projects')
  await expect(theirs.getByText('0 of 5')).toBeVisible()
})

test('[projects.md#beginning-with-steps] a copy fourteen days later has all days fourteen days later and none ticked', async ({
  signedIn,
  testData,
}) => {
  const { admin, person, projectId, path } = await scene(testData)
  const db = await testData.as(person)
  await db.from('projects').update({ start_date: '2027-02-20' }).eq('id', projectId).throwOnError()
  const days = ['2027-02-21', '2027-03-10', '2027-03-31', null]
  const steps = days.map((due_on, index) => ({
    project_id: projectId,
    title: `Step ${index}`,
    due_on,
    is_done: index < 2,
  }))
  await db.from('project_steps').insert(steps).throwOnError()

  const page = await signedIn(admin)
  await page.goto(path)
  await page.getByRole('button', { name: 'Copy Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy Project' })
  await dialog.getByLabel('Project Name').fill('Second website')
  await dialog.getByLabel('Start Date').fill('2027-03-06')
  await dialog.getByRole('button', { name: 'Copy Project' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Second website' })).toBeVisible()
  await expect(ticks(page)).toHaveCount(4)
  const copies = db.from('project_steps').select('due_on, is_done, projects!inner(name)')
  const { data } = await copies.eq('projects.name', 'Second website').order('position').throwOnError()
  expect(data.map(({ due_on }) => due_on)).toEqual(['2027-03-07', '2027-03-24', '2027-04-14', null])
  expect(data.filter(({ is_done }) => is_done)).toEqual([])
})

test('[project-page.md#repeated-steps] a monthly step of January 31 that is ticked comes back on February 28', async ({
  signedIn,
  testData,
}) => {
  const { admin, person, projectId, path } = await scene(testData)
  const db = await testData.as(person)
  await db.from('project_steps').insert({ project_id: projectId, title: 'Report', due_on: '2027-01-31' }).throwOnError()
  const page = await signedIn(admin)
  await page.goto(path)
  const repetition = card(page).getByLabel('Repetition of Report')
  await repetition.focus()
  await repetition.selectOption('Every month')
  await expect(card(page).locator('li').getByText('Every month').first()).toBeVisible()
  await expect(card(page).locator('[aria-busy="true"]')).toHaveCount(0)
  await ticks(page).first().click()
  await expect(ticks(page)).toHaveCount(2)
  await expect(card(page).getByRole('button', { name: 'Day of Report: Feb 28' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(ticks(page)).toHaveCount(1)
})
