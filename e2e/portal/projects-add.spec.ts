import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { createAgencyWithProjects, openAddDialog, openList } from './projects-scene.ts'

const found = (page: Page) => page.getByRole('listbox', { name: 'Clients' }).getByRole('option')
const clientBox = (page: Page) => page.getByRole('combobox', { name: 'Client', exact: true })

test.describe('choosing a client by typing', () => {
  test('finds one of many by name, e-mail or company on the server, twenty at a time', async ({
    signedIn,
    testData,
  }) => {
    const { person, agency } = await createAgencyWithProjects(testData)
    const many = Array.from({ length: 300 }, (_, number) => ({
      name: `Shop ${String(number).padStart(3, '0')}`,
      email: `owner${number}@shop.test`,
      agency_id: agency.id,
    }))
    await (await testData.as(person)).from('clients').insert(many).throwOnError()
    const page = await openList(signedIn, person, 0)
    const form = await openAddDialog(page)
    await clientBox(page).click()
    await expect(found(page)).toHaveCount(20)
    await expect(form.getByText('The first 20 by name. Type to narrow the list.')).toBeVisible()
    await clientBox(page).fill('owner287@')
    await expect(found(page)).toHaveCount(1)
    await form.getByRole('option', { name: 'Shop 287' }).click()
    await expect(clientBox(page)).toHaveValue('Shop 287')
  })
})
