import type { Page } from '@playwright/test'
import type { Backstage } from '../backstage.ts'
import { type Person, sol, unique } from '../people.ts'
import { row, rows } from '../table.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { callsTo, nextCall } from '../wire.ts'

const TABLE = '/rest/v1/agencies'

/** Opens a super admin's list, on the first page of which a newly added agency is. */
async function open(signedIn: (person: Person) => Promise<Page>, agency?: { name: string }): Promise<Page> {
  const page = await signedIn(sol)
  await page.goto('/dashboard/agencies')
  if (agency) await expect(row(page, agency.name)).toBeVisible()
  return page
}

async function stored(backstage: Backstage, name: string) {
  const { data } = await (await backstage.as(sol)).from('agencies').select().eq('name', name).throwOnError()
  return data
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const submit = (page: Page) => page.getByRole('dialog').locator('button[type=submit]')
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })

test.describe('[agencies.md#adding] adding an agency', () => {
  async function openDialog(page: Page) {
    await page.getByRole('button', { name: 'Add Agency' }).click()
    await expect(dialog(page, 'Add Agency')).toBeVisible()
  }

  test('sends every field, gets the row back, says so, and shows it first', async ({ signedIn, backstage }) => {
    const page = await open(signedIn)
    const name = unique('East End')
    await openDialog(page)
    await field(page, 'Agency Name').fill(`  ${name} `)
    await field(page, 'Agency Email').fill('hello@east.test')
    await field(page, 'Website URL').fill('https://east.test')
    await field(page, 'Phone').fill('555 0100')
    await field(page, 'Contact Person').fill('Edda East')
    await field(page, 'Logo URL').fill('https://pictures.test/east.png')
    await field(page, 'Subscription Tier').selectOption('pro')
    await field(page, 'Active').click()
    const call = nextCall(page, 'POST', TABLE)
    await submit(page).click()
    await expectToast(page, 'Agency created')
    await expect(dialog(page, 'Add Agency')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add Agency' })).toBeFocused()
    await expect(row(page, name)).toContainText('Inactive')
    const sent = {
      name,
      email: 'hello@east.test',
      website_url: 'https://east.test',
      phone: '555 0100',
      contact_person: 'Edda East',
      logo_url: 'https://pictures.test/east.png',
      subscription_tier: 'pro',
      is_active: false,
    }
    expect((await call).postDataJSON()).toEqual(sent)
    expect((await (await call).allHeaders()).prefer).toContain('return=representation')
    expect(await (await (await call).response())?.json()).toMatchObject(sent)
    expect(await stored(backstage, name)).toMatchObject([sent])
  })
})

test.describe('[agencies.md#editing] editing an agency', () => {
  async function openDialog(page: Page, { name }: { name: string }) {
    await row(page, name)
      .getByRole('button', { name: `Edit ${name}` })
      .click()
    await expect(dialog(page, 'Edit Agency')).toBeVisible()
  }

  test('changes it by id, says so, and gives the focus back', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency({ phone: '555 0100' })
    const page = await open(signedIn, agency)
    await openDialog(page, agency)
    await expect(field(page, 'Agency Name')).toHaveValue(agency.name)
    await expect(field(page, 'Phone')).toHaveValue('555 0100')
    await field(page, 'Subscription Tier').selectOption('enterprise')
    await field(page, 'Active').click()
    await field(page, 'Phone').fill('')
    const call = nextCall(page, 'PATCH', TABLE)
    await submit(page).click()
    await expectToast(page, 'Agency updated')
    await expect(row(page, agency.name)).toContainText('Inactive')
    await expect(row(page, agency.name).getByRole('button', { name: /^Edit/ })).toBeFocused()
    expect(new URL((await call).url()).searchParams.get('id')).toBe(`eq.${agency.id}`)
    expect((await call).postDataJSON()).toMatchObject({
      subscription_tier: 'enterprise',
      is_active: false,
      phone: null,
    })
    expect(await stored(backstage, agency.name)).toMatchObject([{ subscription_tier: 'enterprise', phone: null }])
  })
})

test.describe('[agencies.md#deleting] deleting an agency', () => {
  const question = (page: Page) => page.getByRole('alertdialog')

  async function ask(page: Page, { name }: { name: string }) {
    await row(page, name)
      .getByRole('button', { name: `Delete ${name}` })
      .click()
    await expect(question(page).getByText('Delete agency? This cannot be undone.', { exact: true })).toBeVisible()
  }

  test('says what goes with it, and removes it for good', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency()
    const person = await backstage.newPerson('agency_staff', agency)
    const clients = (await backstage.as(person)).from('clients')
    await clients.insert({ name: 'Going', email: 'going@shop.test', agency_id: agency.id }).throwOnError()
    const page = await open(signedIn, agency)
    await ask(page, agency)
    await expect(question(page)).toContainText(`With ${agency.name} go its clients (1) and projects (0)`)
    await expect(question(page)).toContainText('Its people (1) stay, without an agency.')
    const call = nextCall(page, 'DELETE', TABLE)
    const calls = callsTo(page, TABLE)
    await question(page).getByRole('button', { name: 'Delete' }).dblclick()
    await expectToast(page, 'Agency deleted')
    expect(calls.filter((sent) => sent.method() === 'DELETE')).toHaveLength(1)
    await expect(row(page, agency.name)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(new URL((await call).url()).searchParams.get('id')).toBe(`eq.${agency.id}`)
    expect(await stored(backstage, agency.name)).toEqual([])
    await page.reload()
    await expect(rows(page).first()).toContainText('View Projects')
    await expect(row(page, agency.name)).toHaveCount(0)
  })
})
