import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import {
  type ClientWithProjects,
  callsOf,
  createClientWithProjects,
  history,
  insertUpdates,
  open,
  storedUpdates,
  titles,
} from './update-scene.ts'

const numbered = (client: ClientWithProjects, count: number) =>
  Array.from({ length: count }, (_, number) => ({ project_id: client.projectIds[0], title: `Update ${number + 1}` }))

const more = (page: Page) => history(page).getByRole('button', { name: 'Show More' })

test.describe('[client-updates.md#history] the history of updates', () => {
  test('reaches every one of many, each once, with their exact count; one that is deleted is gone, and no other', async ({
    signedIn,
    testData,
  }) => {
    const client = await createClientWithProjects(testData, ['Website'])
    await insertUpdates(testData, client, numbered(client, 23))
    const page = await open(await signedIn(client.person), client)
    await expect(history(page).getByText('10 of 23')).toBeVisible()
    await expect(titles(page)).toHaveCount(10)

    // An update that is added meanwhile does not shift the pages.
    await insertUpdates(testData, client, [{ project_id: client.projectIds[0], title: 'Meanwhile' }])
    await more(page).click()
    await expect(titles(page)).toHaveCount(20)
    await more(page).click()
    await expect(titles(page)).toHaveText(Array.from({ length: 23 }, (_, number) => `Update ${23 - number}`))
    await expect(more(page)).toHaveCount(0)
    await page.reload()
    await expect(titles(page).first()).toHaveText('Meanwhile')
    await expect(history(page).getByText('10 of 24')).toBeVisible()

    // [client-updates.md#deleting] Several clicks send a single request to delete.
    const calls = callsOf(page)
    await page.getByRole('button', { name: 'Delete update Update 23', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).dblclick()
    await expectToast(page, 'Success', 'Update deleted successfully')
    await expect(history(page).getByText('10 of 23')).toBeVisible()
    await expect(titles(page).first()).toHaveText('Meanwhile')
    expect(calls.writes.map(({ name }) => name)).toEqual(['DELETE project_updates'])
    const left = ['Meanwhile', ...Array.from({ length: 22 }, (_, number) => `Update ${number + 1}`)]
    expect((await storedUpdates(testData, client)).map(({ title }) => title).sort()).toEqual(left.sort())
  })

  test('is whole where there are more projects than fit in an address', async ({ signedIn, testData }) => {
    const client = await createClientWithProjects(testData, ['The oldest'])
    const db = await testData.as(client.person)
    const row = { client_id: client.clientId, agency_id: client.agency.id, project_type: 'consultation' }
    const many = Array.from({ length: 230 }, (_, number) => ({ ...row, name: `Project ${number}` }))
    const { data } = await db.from('projects').insert(many).select('id').throwOnError()
    const spread = Array.from({ length: 25 }, (_, number) => ({
      project_id: data[number * 9]?.id ?? '',
      title: `Update ${number + 1}`,
    }))
    await insertUpdates(testData, client, spread)
    const page = await open(await signedIn(client.person), client)
    await expect(history(page).getByText('10 of 25')).toBeVisible()
    await more(page).click()
    await expect(titles(page)).toHaveCount(20)
    await more(page).click()
    await expect(titles(page)).toHaveText(Array.from({ length: 25 }, (_, number) => `Update ${25 - number}`))
  })
})
