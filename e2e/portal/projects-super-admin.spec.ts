import type { Page } from '@playwright/test'
import { row } from '../list-rows.ts'
import { sol } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { call, createAgencyWithProjects, openAddDialog, openList, submit, title } from './projects-scene.ts'

const agencyFilter = (page: Page) => page.getByRole('combobox', { name: 'Agency', exact: true })
const assignee = (page: Page, project: string) =>
  row(page, project).getByRole('combobox', { name: `Assign ${project} to` })

test.describe('[projects.md#table] what a super admin sees of the projects', () => {
  test('all agencies with their columns, narrowed by the agency in the address', async ({ signedIn, testData }) => {
    const here = await createAgencyWithProjects(testData, [{ name: 'Here' }])
    const there = await createAgencyWithProjects(testData, [
      { name: 'There' },
      { name: 'Also There', status: 'review' },
    ])
    const page = await openList(signedIn, sol, 2, `?agencyId=${there.agency.id}`)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Project',
      'Client',
      'Agency',
      'Type',
      'Status',
      'Priority',
      'Assigned To',
      'Budget',
      'Target Date',
      'Actions',
    ])
    await expect(agencyFilter(page)).toHaveValue(there.agency.id)
    await expect(row(page, 'There').getByText(there.agency.name, { exact: true })).toBeVisible()

    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Review')
    await expect(title(page, 1)).toBeVisible()
    await row(page, 'Also There').getByRole('link', { name: 'View Details' }).click()
    await page.getByRole('link', { name: 'Back to Projects' }).click()
    await expect(page).toHaveURL(`/dashboard/projects?agencyId=${there.agency.id}&status=review`)
    const dialog = await openAddDialog(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(agencyFilter(page)).toHaveValue(there.agency.id)
    await expect(title(page, 1)).toBeVisible()

    await agencyFilter(page).selectOption(here.agency.name)
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('All statuses')
    await expect(row(page, 'Here')).toBeVisible()
    await expect(page).toHaveURL(`/dashboard/projects?agencyId=${here.agency.id}`)
    await agencyFilter(page).selectOption('All agencies')
    await expect(page).toHaveURL('/dashboard/projects')
  })
})

test.describe('[projects.md#assigning] assigning a project', () => {
  test('offers the staff of its agency, and stores the choice where it stands', async ({ signedIn, testData }) => {
    const { agency, person, projects } = await createAgencyWithProjects(testData, [{ name: 'Whose' }])
    const colleague = await testData.newPerson('agency_admin', agency)
    const onlyUser = await testData.newPerson('user', agency)
    const page = await openList(signedIn, sol, 1, `?agencyId=${agency.id}`)
    const select = assignee(page, 'Whose')
    // Only the current assignee is an option at first, since loading all staff for each row of a super admin's list
    // would be slow.
    await expect(select.getByRole('option')).toHaveText(['Unassigned'])
    await select.focus()
    await expect(select.getByRole('option')).toHaveText([
      'Unassigned',
      ...[person.name, colleague.name].toSorted((a, b) => a.localeCompare(b)),
    ])
    await expect(select.getByRole('option', { name: onlyUser.name })).toHaveCount(0)

    const sent = call(page, 'PATCH', 'projects')
    await select.selectOption(colleague.name)
    await expectToast(page, 'Assignment updated')
    const { query, body } = await sent
    // Only while it is nobody's, as the list has shown it.
    expect(query).toEqual({ id: `eq.${projects.get('Whose')}`, assigned_to: 'is.null', select: 'id' })
    expect(body).toEqual({ assigned_to: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    await page.reload()
    await expect(select.locator('option:checked')).toHaveText(colleague.name)

    const unassigned = call(page, 'PATCH', 'projects')
    await select.selectOption('Unassigned')
    expect((await unassigned).body).toEqual({ assigned_to: null })
  })
})

test.describe('[projects.md#assigning] adding and editing as a super admin', () => {
  test('a project moved to another agency’s client moves along, and is reassigned in the same dialog', async ({
    signedIn,
    testData,
  }) => {
    const from = await createAgencyWithProjects(testData, [{ name: 'Mover' }])
    const to = await createAgencyWithProjects(testData, [], { client: { name: 'Newhome Client' } })
    const page = await signedIn(sol)
    await page.goto(`/dashboard/projects/${from.projects.get('Mover')}`)
    await page.getByRole('button', { name: 'Edit Project' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Project' })
    await form.getByLabel('Assign To').selectOption(from.person.name)
    await form.getByRole('combobox', { name: 'Client', exact: true }).fill('Newhome')
    await form.getByRole('option', { name: to.agency.name }).click()
    await form.getByLabel('Assign To').selectOption(to.person.name)
    const sent = call(page, 'PATCH', 'projects')
    await submit(form).click()
    await expectToast(page, 'Project updated')
    expect((await sent).body).toMatchObject({ client_id: to.client.id, agency_id: to.agency.id })
    await openList(async () => page, sol, 1, `?agencyId=${to.agency.id}`)
    await expect(assignee(page, 'Mover').locator('option:checked')).toHaveText(to.person.name)
  })
})
