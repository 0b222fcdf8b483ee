import type { Page } from '@playwright/test'
import { sol } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import {
  callsOf,
  createClientWithProjects,
  fill,
  form,
  item,
  open,
  storedUpdates,
  submit,
  titles,
} from './update-scene.ts'

const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const aSwitch = (page: Page, name: string) => form(page).getByRole('switch', { name, exact: true })

async function expectEmpty(page: Page) {
  await expect(field(page, 'Project')).toHaveValue('')
  await expect(field(page, 'Update Type')).toHaveValue('progress')
  await expect(field(page, 'Title')).toHaveValue('')
  await expect(field(page, 'Content')).toHaveValue('')
  await expect(aSwitch(page, 'Mark as Milestone')).not.toBeChecked()
  await expect(aSwitch(page, 'Client Visible')).not.toBeChecked()
  await expect(form(page).getByRole('listitem')).toHaveCount(0)
}

test.describe('[client-updates.md#form] the form for an update', () => {
  test('[client-updates.md#creating] creates an update, says so, shows it first, and is empty again; marks a milestone and makes it visible to the client', async ({
    signedIn,
    testData,
    pageErrors,
  }) => {
    const client = await createClientWithProjects(testData, ['Website', 'Logo'])
    const page = await open(await signedIn(client.person), client)
    const calls = callsOf(page)
    await fill(page, { project: 'Website', title: '  Menu is done ', content: ' Starters.\nMains. ' })
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    await expect(titles(page)).toHaveText(['Menu is done'])
    await expectEmpty(page)

    const [update] = await storedUpdates(testData, client)
    expect(calls.writes.map(({ name }) => name)).toEqual(['POST project_updates'])
    expect(calls.writes[0]?.request.postDataJSON()).toEqual({
      project_id: client.projectIds[0],
      created_by: update?.created_by,
      title: 'Menu is done',
      content: 'Starters.\nMains.',
      update_type: 'progress',
      visibility: 'agency',
      is_milestone: false,
    })
    expect(update?.created_by).toMatch(/^[0-9a-f-]{36}$/)
    // Other cards of the page read again as well.
    const ofUpdates = ['GET projects', 'GET project_updates', 'GET client_update_attachments']
    const reads = calls.reads.map(({ name }) => name).filter((name) => ofUpdates.includes(name))
    expect(reads.slice(0, 3)).toEqual(ofUpdates)

    await fill(page, { project: 'Website', title: 'It is live' })
    await field(page, 'Update Type').selectOption({ label: 'Delivery' })
    await aSwitch(page, 'Mark as Milestone').click()
    await aSwitch(page, 'Client Visible').click()
    await submit(page).click()
    const shown = item(page, 'It is live')
    for (const mark of ['Delivery', 'Milestone', 'Client Visible']) {
      await expect(shown.getByText(mark, { exact: true })).toBeVisible()
    }
    expect((await storedUpdates(testData, client)).slice(1)).toEqual([
      expect.objectContaining({ update_type: 'delivery', is_milestone: true, visibility: 'client' }),
    ])
    await expectEmpty(page)

    // [who-may-do-what.md#inactive-agencies] The database refuses staff of an inactive agency, and the screen says so.
    pageErrors.expectError('403 POST /rest/v1/project_updates')
    const agencies = (await testData.as(sol)).from('agencies')
    await agencies.update({ is_active: false }).eq('id', client.agency.id).throwOnError()
    await fill(page, { project: 'Website' })
    await submit(page).click()
    await expectDestructiveToast(
      page,
      'Error',
      'new row violates row-level security policy for table "project_updates"',
    )
  })

  test('does not mix two colleagues who write at once', async ({ signedIn, testData }) => {
    const client = await createClientWithProjects(testData, ['Website'])
    const colleague = await testData.newPerson('agency_staff', client.agency)
    const [first, second] = [await signedIn(client.person), await signedIn(colleague)]
    await Promise.all([open(first, client), open(second, client)])
    await fill(first, { project: 'Website', title: 'From the first' })
    await fill(second, { project: 'Website', title: 'From the second' })
    await Promise.all([submit(first).click(), submit(second).click()])
    await expectToast(first, 'Success', 'Client update created successfully')
    await expectToast(second, 'Success', 'Client update created successfully')
    await first.reload()
    await expect(titles(first)).toHaveCount(2)
    await expect(item(first, 'From the second')).toContainText(colleague.name)
    await expect(item(first, 'From the first')).toContainText(client.person.name)
  })
})
