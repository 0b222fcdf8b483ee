import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { row, rows } from '../table.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import {
  agencyWith,
  call,
  chooseClient,
  dialog,
  openAddDialog,
  openList,
  refuse,
  submit,
  title,
} from './projects-scene.ts'

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
      ...{ name: 'Nell New', client_id: client.id, agency_id: agency.id, created_by: expect.stringMatching(UUID) },
      ...{ project_type: 'consultation', status: 'planning', priority: 'medium', description: null },
      ...{ start_date: null, target_completion_date: null, actual_completion_date: null },
      ...{ budget: null, requirements: null, assigned_to: null },
    })
  })

  test('sends what was filled in', async ({ signedIn, backstage }) => {
    const { person, client } = await agencyWith(backstage)
    const page = await openList(signedIn, person, 0)
    const form = await openAddDialog(page)
    await form.getByLabel('Project Name').fill('Full Folder')
    await chooseClient(form, client.name)
    await form.getByLabel('Project Type').selectOption('AI Automation')
    await form.getByLabel('Description').fill('First line\nsecond line')
    await form.getByLabel('Status').selectOption('On Hold')
    await form.getByLabel('Priority').selectOption('Urgent')
    await form.getByLabel('Start Date').fill('2026-03-01')
    await form.getByLabel('Target Completion Date').fill('2026-03-31')
    await form.getByLabel('Budget').fill('1250.50')
    await form.getByLabel('Requirements').fill('Two colours')
    const sent = call(page, 'POST', 'projects')
    await submit(form).click()
    await expectToast(page, 'Project created')
    expect((await sent).body).toMatchObject({
      ...{ name: 'Full Folder', project_type: 'ai_automation', status: 'on_hold', priority: 'urgent' },
      ...{ description: 'First line\nsecond line', requirements: 'Two colours', budget: 1250.5 },
      ...{ start_date: '2026-03-01', target_completion_date: '2026-03-31' },
    })
    await expect(row(page, 'Full Folder')).toContainText('$1,250.50')
    await expect(row(page, 'Full Folder')).toContainText('Mar 31, 2026')
  })

  for (const missing of ['name', 'client', 'type', 'everything'] as const) {
    test(`asks to fill in all required fields: without ${missing}`, async ({ signedIn, backstage }) => {
      const { person, client } = await agencyWith(backstage)
      const page = await openList(signedIn, person, 0)
      const sent = await gate(page, /\/rest\/v1\/projects$/)
      const form = await openAddDialog(page)
      const isThere = (field: typeof missing) => missing !== field && missing !== 'everything'
      await form.getByLabel('Project Name').fill(isThere('name') ? 'Somebody' : '   ')
      if (isThere('client')) await chooseClient(form, client.name)
      if (isThere('type')) await form.getByLabel('Project Type').selectOption('Maintenance')
      await submit(form).click()
      await expectDestructiveToast(page, 'Error', 'Please fill in all required fields.')
      await expect(form).toBeVisible()
      expect(sent.held()).toBe(0)
    })
  }

  test('takes the agency of the client, then one’s own, and asks for one where there is neither', async ({
    signedIn,
    backstage,
  }) => {
    const { client, agency } = await agencyWith(backstage)
    const nobodys = await backstage.newPerson('super_admin', null)
    const page = await openList(signedIn, nobodys, 0, `?agencyId=${agency.id}`)
    // No client is without an agency in this database; another project's might be.
    await page.route(/\/rest\/v1\/clients\?select=id/, async (route) => {
      const response = await route.fetch()
      const clients: object[] = await response.json()
      await route.fulfill({ response, json: clients.map((found) => ({ ...found, agency_id: null, agencies: null })) })
    })
    const form = await openAddDialog(page)
    await form.getByLabel('Project Name').fill('Nowhere')
    await form.getByLabel('Project Type').selectOption('Maintenance')
    await clientBox(page).fill(client.name)
    await form.getByRole('option', { name: client.name }).first().click()
    await submit(form).click()
    await expectDestructiveToast(page, 'Error', 'Please select a client with an assigned agency.')
    await expect(form.getByLabel('Project Name')).toHaveValue('Nowhere')
  })

  for (const answer of ['message', 'none'] as const) {
    test(`says that it failed and keeps what was typed (${answer})`, async ({ signedIn, backstage, troubles }) => {
      troubles.expectTrouble(/^(500|failed) POST \/rest\/v1\/projects/)
      const { person, client } = await agencyWith(backstage)
      const page = await openList(signedIn, person, 0)
      await refuse(page, 'POST', 'projects', answer)
      const form = await openAddDialog(page)
      await form.getByLabel('Project Name').fill('Kim Kept')
      await chooseClient(form, client.name)
      await form.getByLabel('Project Type').selectOption('Maintenance')
      await submit(form).click()
      await expectDestructiveToast(page, 'Error', 'Failed to create project. Please try again.')
      await expect(form.getByLabel('Project Name')).toHaveValue('Kim Kept')
      await expect(clientBox(page)).toHaveValue(client.name)
      await expect(submit(form)).toBeEnabled()
    })
  }

  test('makes one project of a double click', async ({ signedIn, backstage }) => {
    const { person, client } = await agencyWith(backstage)
    const page = await openList(signedIn, person, 0)
    const form = await openAddDialog(page)
    await form.getByLabel('Project Name').fill('Dee Double')
    await chooseClient(form, client.name)
    await form.getByLabel('Project Type').selectOption('Maintenance')
    await submit(form).dblclick()
    await expectToast(page, 'Project created')
    await page.reload()
    await expect(title(page, 1)).toBeVisible()
  })

  test('loses nothing by Escape or a reload, and everything by Cancel', async ({ signedIn, backstage }) => {
    const { person, client } = await agencyWith(backstage)
    const page = await openList(signedIn, person, 0)
    let form = await openAddDialog(page)
    await form.getByLabel('Project Name').fill('Half Done')
    await chooseClient(form, client.name)
    await form.getByLabel('Budget').fill('12.5')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await page.reload()
    form = await openAddDialog(page)
    await expect(form.getByLabel('Project Name')).toHaveValue('Half Done')
    await expect(clientBox(page)).toHaveValue(client.name)
    await expect(form.getByLabel('Budget')).toHaveValue('12.5')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await openAddDialog(page)
    await expect(form.getByLabel('Project Name')).toHaveValue('')
    await expect(clientBox(page)).toHaveValue('')
  })
})

test.describe('[projects.md#adding] what a project’s fields refuse, said at the field', () => {
  test('a budget that is none, negative or too large; dates in the wrong order or half written', async ({
    signedIn,
    backstage,
  }) => {
    const { person, client } = await agencyWith(backstage)
    const page = await openList(signedIn, person, 0)
    const form = await openAddDialog(page)
    await form.getByLabel('Project Name').fill('Picky')
    await chooseClient(form, client.name)
    await form.getByLabel('Project Type').selectOption('Maintenance')
    const budget = form.getByLabel('Budget')
    for (const [typed, said] of [
      ['1e', 'Enter an amount in dollars, like 1250.50.'],
      ['-5', 'A budget cannot be negative.'],
      ['10000000000', 'At most $9,999,999,999.99.'],
      ['1.234', 'At most two decimals, like 1250.50.'],
    ] as const) {
      await budget.fill('')
      await budget.pressSequentially(typed)
      await submit(form).click()
      await expect(form.getByText(said, { exact: true })).toBeVisible()
      await expect(budget).toHaveAccessibleDescription(said)
      await expect(budget).toBeFocused()
    }
    await budget.fill('9999999999.99')
    await form.getByLabel('Start Date').fill('2026-03-02')
    await form.getByLabel('Target Completion Date').fill('2026-03-01')
    await submit(form).click()
    await expect(form.getByText('The target date lies before the start date.', { exact: true })).toBeVisible()
    await expectAccessible(page)

    await form.getByLabel('Start Date').fill('')
    await form.getByLabel('Start Date').pressSequentially('0231')
    await submit(form).click()
    await expect(form.getByText('Enter a whole date, with a year of four digits.', { exact: true })).toBeVisible()
    await form.getByLabel('Start Date').fill('2026-02-28')
    await submit(form).click()
    await expectToast(page, 'Project created')
    await expect(row(page, 'Picky')).toContainText('$9,999,999,999.99')
  })
})

test.describe('choosing a client by typing', () => {
  test('works by the keyboard alone, from the list to the finished project', async ({ signedIn, backstage }) => {
    const { person } = await agencyWith(backstage, [], { client: { name: 'Zed Last', company_name: 'Alphabet' } })
    const page = await openList(signedIn, person, 0)
    await page.getByRole('button', { name: 'Add Project' }).focus()
    await page.keyboard.press('Enter')
    const form = dialog(page, 'Add Project')
    await form.getByLabel('Project Name').focus()
    await page.keyboard.type('By Keyboard')
    await page.keyboard.press('Tab')
    await expect(clientBox(page)).toBeFocused()
    await expect(clientBox(page)).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.type('alphab')
    await expect(clientBox(page)).toHaveAttribute('aria-expanded', 'true')
    const option = form.getByRole('option', { name: 'Zed Last' })
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(clientBox(page)).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? 'none')
    await expect(form.getByRole('status').filter({ hasText: '1 client found' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(clientBox(page)).toHaveValue('Zed Last')
    await expect(clientBox(page)).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Cons')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await form.getByLabel('Requirements').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(submit(form)).toBeFocused()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Project created')
    await expect(row(page, 'By Keyboard')).toContainText('Consultation')
  })

  test('Escape closes the list first and the dialog second; leaving changes nothing; emptying clears it', async ({
    signedIn,
    backstage,
  }) => {
    const { person, client } = await agencyWith(backstage)
    const page = await openList(signedIn, person, 0)
    const form = await openAddDialog(page)
    await chooseClient(form, client.name)
    await clientBox(page).fill('something else')
    await expect(form.getByText('No clients found.', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toBeVisible()
    await expect(clientBox(page)).toHaveValue(client.name)

    await clientBox(page).fill('clar')
    await expect(found(page)).toHaveCount(1)
    await form.getByLabel('Project Name').click()
    await expect(found(page)).toHaveCount(0)
    await expect(clientBox(page)).toHaveValue(client.name)

    await clientBox(page).fill('')
    await form.getByLabel('Project Name').fill('Clientless')
    await expect(clientBox(page)).toHaveValue('')
    await form.getByLabel('Project Type').selectOption('Maintenance')
    await submit(form).click()
    await expectDestructiveToast(page, 'Error', 'Please fill in all required fields.')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  test('finds one of many by name, e-mail or company on the server, twenty at a time', async ({
    signedIn,
    backstage,
  }) => {
    const { person, agency } = await agencyWith(backstage)
    const many = Array.from({ length: 300 }, (_, number) => ({
      ...{ name: `Shop ${String(number).padStart(3, '0')}`, email: `owner${number}@shop.test`, agency_id: agency.id },
    }))
    await (await backstage.as(person)).from('clients').insert(many).throwOnError()
    const page = await openList(signedIn, person, 0)
    const form = await openAddDialog(page)
    await clientBox(page).click()
    await expect(found(page)).toHaveCount(20)
    await expect(form.getByText('The first 20 by name. Type to narrow them down.')).toBeVisible()
    await clientBox(page).fill('owner287@')
    await expect(found(page)).toHaveCount(1)
    await form.getByRole('option', { name: 'Shop 287' }).click()
    await expect(clientBox(page)).toHaveValue('Shop 287')
  })

  test('never takes what was found for something else', async ({ signedIn, backstage }) => {
    const { person } = await agencyWith(backstage, [], { client: { name: 'Anna First' } })
    const page = await openList(signedIn, person, 0)
    const form = await openAddDialog(page)
    await clientBox(page).click()
    await expect(form.getByRole('option', { name: 'Anna First' })).toBeVisible()
    const slow = await gate(page, /\/rest\/v1\/clients.*nobody/)
    await clientBox(page).fill('nobody')
    await page.keyboard.press('Enter')
    await expect.poll(slow.held).toBe(1)
    await page.keyboard.press('Enter')
    await expect(clientBox(page)).toHaveValue('nobody')
    slow.open()
    await expect(form.getByText('No clients found.', { exact: true })).toBeVisible()
  })

  test('says when clients cannot be loaded', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^500 GET \/rest\/v1\/clients/)
    const { person } = await agencyWith(backstage)
    const page = await openList(signedIn, person, 0)
    await refuse(page, 'GET', 'clients')
    const form = await openAddDialog(page)
    await clientBox(page).click()
    await expect(form.getByText('The clients could not be loaded.', { exact: true })).toBeVisible()
  })

  test('fits a phone, and is accessible with the list open', async ({ signedIn, backstage }) => {
    const { person, client } = await agencyWith(backstage, [], { client: { name: `Clara ${'Long '.repeat(30)}Name` } })
    const page = await openList((who) => signedIn(who, { viewport: phone }), person, 0)
    await openAddDialog(page)
    await clientBox(page).fill('clara')
    const option = found(page)
    await expect(option).toBeVisible()
    const box = await option.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= phone.width).toBe(true)
    await expectAccessible(page)
    await option.click()
    await expect(clientBox(page)).toHaveValue(client.name)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  })
})
