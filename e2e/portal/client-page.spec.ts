import type { Page } from '@playwright/test'
import type { Backstage } from '../backstage.ts'
import { cleo, type Person } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'

async function clientOf(
  backstage: Backstage,
  columns: Record<string, unknown>,
): Promise<{ person: Person; path: string }> {
  const agency = await backstage.newAgency()
  const person = await backstage.newPerson('agency_staff', agency)
  const { data } = await (await backstage.as(person))
    .from('clients')
    .insert({ name: 'Clara Client', email: 'clara@client.test', agency_id: agency.id, ...columns })
    .select('id')
    .single()
    .throwOnError()
  return { person, path: `/dashboard/clients/${data.id}` }
}

const today = () =>
  new Date().toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'America/New_York',
  })

const edit = (page: Page) => page.getByRole('button', { name: 'Edit Client', exact: true })
const main = (page: Page) => page.getByRole('main')

test.describe('[2§2] a client’s page', () => {
  test('shows what is known', async ({ signedIn, backstage }) => {
    const { person, path } = await clientOf(backstage, {
      company_name: 'Clara & Co',
      phone: '+1 555 0123',
      website_url: 'https://clara.test',
      industry: 'Retail',
      prospect_status: 'active',
    })
    const page = await signedIn(person)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Clara Client' })).toBeVisible()
    for (const words of ['Clara & Co', 'clara@client.test', '+1 555 0123', 'Retail', today()]) {
      await expect(main(page)).toContainText(words)
    }
    await expect(main(page).getByText(/^active$/i)).toBeVisible()
    await expect(main(page).locator('a[href^="https://clara.test"]')).toBeVisible()
    await expect(main(page).getByText('Not provided')).toHaveCount(0)
  })

  test('says what is not provided', async ({ signedIn, backstage }) => {
    const { person, path } = await clientOf(backstage, {})
    const page = await signedIn(person)
    await page.goto(path)
    await expect(main(page).getByText('Not provided', { exact: true })).toHaveCount(2)
    await expect(main(page).getByText('Not specified', { exact: true })).toHaveCount(1)
    await expect(main(page).getByText(/^prospect$/i)).toBeVisible()
  })

  test('leads back to the list', async ({ signedIn, backstage }) => {
    const { person, path } = await clientOf(backstage, {})
    const page = await signedIn(person)
    await page.goto(path)
    await main(page).getByRole('link', { name: /back/i }).click()
    await expect(page).toHaveURL('/dashboard/clients')
  })

  test('is not found where there is no such client, whatever the id looks like', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble(/^(400|406) GET \/rest\/v1\/clients/)
    const { person } = await clientOf(backstage, {})
    const page = await signedIn(person)
    for (const id of ['5f6b8c1e-0000-4000-8000-000000000000', 'not-an-id']) {
      await page.goto(`/dashboard/clients/${id}`)
      await expect(page.getByText('Client not found', { exact: true })).toBeVisible()
      await expect(edit(page)).toHaveCount(0)
    }
    await main(page).getByRole('link', { name: /back/i }).click()
    await expect(page).toHaveURL('/dashboard/clients')
  })

  test('is not found for another agency, as if it did not exist', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^406 GET \/rest\/v1\/clients/)
    const { path } = await clientOf(backstage, { name: 'Secret Sally' })
    const page = await signedIn(cleo)
    await page.goto(path)
    await expect(page.getByText('Client not found', { exact: true })).toBeVisible()
    await expect(page.getByText('Secret Sally')).toHaveCount(0)
  })
})

test.describe('[2§2 2§8] editing a client', () => {
  test('changes what is shown, here and in the list', async ({ signedIn, backstage }) => {
    const { person, path } = await clientOf(backstage, { company_name: 'Clara & Co' })
    const page = await signedIn(person)
    await page.goto(path)
    await edit(page).click()
    await main(page).getByLabel(/phone/i).fill('+1 555 0777')
    await main(page)
      .getByLabel(/website/i)
      .fill('https://new.clara.test')
    await main(page)
      .getByLabel(/company/i)
      .fill('Clara Ltd')
    await main(page).getByRole('button', { name: /save/i }).click()
    await expectToast(page, 'Client updated')
    await expect(main(page)).toContainText('+1 555 0777')
    await expect(main(page)).toContainText('Clara Ltd')
    await expect(edit(page)).toBeVisible()

    await page.reload()
    await expect(main(page)).toContainText('Clara Ltd')
    await main(page).getByRole('link', { name: /back/i }).click()
    await expect(page.getByRole('table')).toContainText('Clara Ltd')
  })

  test('offers industry and status, and shows the choice as a badge', async ({ signedIn, backstage }) => {
    const { person, path } = await clientOf(backstage, {})
    const page = await signedIn(person)
    await page.goto(path)
    await edit(page).click()
    await choose(page, /industry/i, 'Non-Profit')
    await choose(page, /status/i, /^inactive$/i)
    await main(page).getByRole('button', { name: /save/i }).click()
    await expectToast(page, 'Client updated')
    await expect(main(page)).toContainText('Non-Profit')
    await expect(main(page).getByText(/^inactive$/i)).toBeVisible()
  })

  test('can be left without a change', async ({ signedIn, backstage }) => {
    const { person, path } = await clientOf(backstage, { phone: '+1 555 0001' })
    const page = await signedIn(person)
    await page.goto(path)
    await edit(page).click()
    await main(page).getByLabel(/phone/i).fill('changed')
    await main(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(main(page)).toContainText('+1 555 0001')
    await edit(page).click()
    await expect(main(page).getByLabel(/phone/i)).toHaveValue('+1 555 0001')
  })

  test('says that it failed and keeps what was typed', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('failed PATCH /rest/v1/clients')
    const { person, path } = await clientOf(backstage, {})
    const page = await signedIn(person)
    await page.goto(path)
    await page.route('**/rest/v1/clients*', (route) =>
      route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
    )
    await edit(page).click()
    await main(page).getByLabel(/phone/i).fill('+1 555 0888')
    await main(page).getByRole('button', { name: /save/i }).click()
    await expectDestructiveToast(page, 'Failed to update client information.')
    await expect(main(page).getByLabel(/phone/i)).toHaveValue('+1 555 0888')
  })
})

async function choose(page: Page, label: RegExp, option: string | RegExp) {
  const control = main(page).getByLabel(label)
  const isNative = await control.evaluate((element) => element instanceof HTMLSelectElement)
  if (!isNative) {
    await control.click()
    await page.getByRole('option', { name: option }).click()
    return
  }
  const value = await control.getByRole('option', { name: option }).getAttribute('value')
  await control.selectOption(value)
}
