import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { sol } from '../people.ts'
import { row } from '../table.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { agencyWith, call, chooseClient, openAddDialog, openList, refuse, submit, title } from './projects-scene.ts'

const agencyFilter = (page: Page) => page.getByRole('combobox', { name: 'Agency', exact: true })
const assignee = (page: Page, project: string) =>
  row(page, project).getByRole('combobox', { name: `Assign ${project} to` })

test.describe('[projects.md#table] what a super admin sees of the projects', () => {
  test('all agencies with their columns, narrowed by the agency in the address', async ({ signedIn, backstage }) => {
    const here = await agencyWith(backstage, [{ name: 'Here' }])
    const there = await agencyWith(backstage, [{ name: 'There' }, { name: 'Also There', status: 'review' }])
    const page = await openList(signedIn, sol, 2, `?agencyId=${there.agency.id}`)
    await expect(page.getByRole('columnheader')).toHaveText([
      ...['Project', 'Client', 'Agency', 'Type', 'Status', 'Priority', 'Assigned To', 'Budget', 'Target Date'],
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

  for (const [device, viewport] of [
    ['phone', phone],
    ['desktop', { width: 1600, height: 900 }],
  ] as const) {
    test(`is accessible on a ${device}, with the dialog, too`, async ({ signedIn, backstage }) => {
      const { agency } = await agencyWith(backstage, [{ name: 'Seen' }])
      const page = await openList((who) => signedIn(who, { viewport }), sol, 1, `?agencyId=${agency.id}`)
      await expect(assignee(page, 'Seen')).toBeVisible()
      await expectAccessible(page)
      await openAddDialog(page)
      await expectAccessible(page)
    })
  }
})

test.describe('[projects.md#assigning] assigning a project', () => {
  test('offers the staff of its agency, and stores the choice where it stands', async ({ signedIn, backstage }) => {
    const { agency, person, projects } = await agencyWith(backstage, [{ name: 'Whose' }])
    const colleague = await backstage.newPerson('agency_admin', agency)
    const onlyUser = await backstage.newPerson('user', agency)
    const page = await openList(signedIn, sol, 1, `?agencyId=${agency.id}`)
    const select = assignee(page, 'Whose')
    // A page of lists with a whole staff in each would be slow.
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
    expect(query).toEqual({ id: `eq.${projects.get('Whose')}` })
    expect(body).toEqual({ assigned_to: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    await page.reload()
    await expect(select.locator('option:checked')).toHaveText(colleague.name)

    const unassigned = call(page, 'PATCH', 'projects')
    await select.selectOption('Unassigned')
    expect((await unassigned).body).toEqual({ assigned_to: null })
  })

  for (const answer of ['message', 'none'] as const) {
    test(`shows the choice at once, and takes it back when it fails (${answer})`, async ({
      signedIn,
      backstage,
      troubles,
    }) => {
      troubles.expectTrouble(/^(500|failed) PATCH \/rest\/v1\/projects/)
      const { agency, person } = await agencyWith(backstage, [{ name: 'Whose' }])
      const page = await openList(signedIn, sol, 1, `?agencyId=${agency.id}`)
      const select = assignee(page, 'Whose')
      await select.focus()
      await expect(select.getByRole('option')).toHaveCount(2)
      await refuse(page, 'PATCH', 'projects', answer)
      const slow = await gate(page, /\/rest\/v1\/projects\?id=eq/)
      await select.selectOption(person.name)
      await expect.poll(slow.held).toBe(1)
      await expect(select.locator('option:checked')).toHaveText(person.name)
      slow.open()
      await expectDestructiveToast(page, 'Error', 'Failed to update assignment. Please try again.')
      await expect(select.locator('option:checked')).toHaveText('Unassigned')
    })
  }

  test('ends with what was chosen last, however slow the first was', async ({ signedIn, backstage }) => {
    const { agency, person } = await agencyWith(backstage, [{ name: 'Whose' }])
    const page = await openList(signedIn, sol, 1, `?agencyId=${agency.id}`)
    const select = assignee(page, 'Whose')
    await select.focus()
    await expect(select.getByRole('option')).toHaveCount(2)
    const slow = await gate(page, /\/rest\/v1\/projects\?id=eq/)
    await select.selectOption(person.name)
    await expect.poll(slow.held).toBe(1)
    await select.selectOption('Unassigned')
    await expect(select.locator('option:checked')).toHaveText('Unassigned')
    slow.open()
    await expectToast(page, 'Assignment updated')
    await page.reload()
    await expect(select.locator('option:checked')).toHaveText('Unassigned')
  })
})

test.describe('[projects.md#assigning] adding and editing as a super admin', () => {
  test('Assign To offers the staff of the chosen client’s agency, and sends who was chosen', async ({
    signedIn,
    backstage,
  }) => {
    const one = await agencyWith(backstage, [], { client: { name: 'Uniqueone Client' } })
    const other = await agencyWith(backstage, [], { client: { name: 'Uniqueother Client' } })
    const page = await openList(signedIn, sol, 0, `?agencyId=${one.agency.id}`)
    const form = await openAddDialog(page)
    const assignTo = form.getByLabel('Assign To')
    await expect(assignTo).toHaveAccessibleDescription('Choose a client first.')
    await form.getByLabel('Project Name').fill('Assigned')
    await form.getByLabel('Project Type').selectOption('Maintenance')
    await form.getByRole('combobox', { name: 'Client', exact: true }).fill('Uniqueother')
    await form.getByRole('option', { name: other.agency.name }).click()
    await assignTo.selectOption(other.person.name)
    await form.getByRole('combobox', { name: 'Client', exact: true }).fill('Uniqueone')
    await form.getByRole('option', { name: one.agency.name }).click()
    await expect(assignTo).toHaveValue('unassigned')
    await expect(assignTo.getByRole('option')).toHaveText(['Unassigned', one.person.name])
    await assignTo.selectOption(one.person.name)
    const sent = call(page, 'POST', 'projects')
    await submit(form).click()
    await expectToast(page, 'Project created')
    expect((await sent).body).toMatchObject({ client_id: one.client.id, agency_id: one.agency.id })
    await expect(assignee(page, 'Assigned').locator('option:checked')).toHaveText(one.person.name)
  })

  test('a project moved to another agency’s client moves along, and is reassigned in the same dialog', async ({
    signedIn,
    backstage,
  }) => {
    const from = await agencyWith(backstage, [{ name: 'Mover' }])
    const to = await agencyWith(backstage, [], { client: { name: 'Newhome Client' } })
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

  test('choosing a client does not narrow by the filter of the list', async ({ signedIn, backstage }) => {
    const { agency } = await agencyWith(backstage)
    const other = await agencyWith(backstage, [], { client: { name: 'Elsewhere Eateries' } })
    const page = await openList(signedIn, sol, 0, `?agencyId=${agency.id}`)
    const form = await openAddDialog(page)
    await chooseClient(form, other.client.name)
    await expect(form.getByRole('combobox', { name: 'Client', exact: true })).toHaveValue(other.client.name)
  })
})
