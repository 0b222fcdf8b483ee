import type { Page } from '@playwright/test'
import { rows } from '../table.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { agencyWith, call, chooseClient, openAddDialog, openList, submit, title } from './projects-scene.ts'

const UUID = /^[0-9a-f-]{36}$/

const found = (page: Page) => page.getByRole('listbox', { name: 'Clients' }).getByRole('option')
const clientBox = (page: Page) => page.getByRole('combobox', { name: 'Client', exact: true })

test.describe('[projects.md#adding] adding a project', () => {
  test('starts in planning with medium priority, and sends every field, empty ones as null', async ({
    signedIn,
    backstage,
  }) => {
    const { person, client, agency } = await agencyWith(backstage, [{ name: 'Otto Old' }])
    const page = await openList(signedIn, person, 1)
    const form = await openAddDialog(page)
    await expect(form.getByLabel('Status')).toHaveValue('planning')
    await expect(form.getByLabel('Priority')).toHaveValue('medium')
    await expect(form.getByLabel('Budget')).toHaveAttribute('step', '0.01')
    await expect(form.getByLabel('Assign To')).toHaveCount(0)

    await form.getByLabel('Project Name').fill('  Nell New ')
    await chooseClient(form, client.name)
    await form.getByLabel('Project Type').selectOption('Consultation')
    const sent = call(page, 'POST', 'projects')
    await submit(form).click()
    await expectToast(page, 'Project created')
    await expect(form).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add Project' })).toBeFocused()
    await expect(title(page, 2)).toBeVisible()
    await expect(rows(page).first()).toContainText('Nell New')
    expect((await sent).body).toEqual({
      name: 'Nell New',
      client_id: client.id,
      agency_id: agency.id,
      created_by: expect.stringMatching(UUID),
      project_type: 'consultation',
      status: 'planning',
      priority: 'medium',
      description: null,
      start_date: null,
      target_completion_date: null,
      actual_completion_date: null,
      budget: null,
      requirements: null,
      assigned_to: null,
    })
  })
})

test.describe('choosing a client by typing', () => {
  test('finds one of many by name, e-mail or company on the server, twenty at a time', async ({
    signedIn,
    backstage,
  }) => {
    const { person, agency } = await agencyWith(backstage)
    const many = Array.from({ length: 300 }, (_, number) => ({
      name: `Shop ${String(number).padStart(3, '0')}`,
      email: `owner${number}@shop.test`,
      agency_id: agency.id,
    }))
    await (await backstage.as(person)).from('clients').insert(many).throwOnError()
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
